/**
 * Creates a function that tells whether one of several globs matches a path: `*` and `?` within a name, `**` across folders. A
 * glob without a slash matches names at any depth, and one of a folder what is in it.
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => {
    const plain = glob.replace(/^\.?\//, '').replace(/\/$/, '')
    const pattern = plain.replace(/\*\*\/?|\*|\?|[.+^${}()|[\]\\]/g, (sign) => {
      if (sign === '**/') return '(?:.*/)?'
      if (sign === '**') return '.*'
      return { '*': '[^/]*', '?': '[^/]' }[sign] ?? `\\${sign}`
    })
    return new RegExp(`^${/\//.test(glob.replace(/\/$/, '')) ? '' : '(?:.*/)?'}${pattern}(?:/|$)`)
  })
  return (path) => patterns.some((pattern) => pattern.test(path.replaceAll('\\', '/')))
}
