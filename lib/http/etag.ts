/** Returns the entity tag of a term: its version in quotes (contract, section 5). */
export const etag = (version: number) => `"${version}"`

/**
 * Returns the versions that an If-Match header accepts (RFC 9110, section 13.1.1), or null if it accepts
 * any. The comparison is strong: weak tags and tags that are not versions match nothing.
 */
export function ifMatchVersions(headers: Headers): number[] | null {
  const header = headers.get('if-match')
  if (header === null || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = /^"([1-9]\d{0,8})"$/.exec(tag.trim())?.[1]
    return version ? [Number(version)] : []
  })
}

/** Whether the client already has the content of a tag: If-None-Match, compared weakly (RFC 9110, section 13.1.2). */
export function isFresh(headers: Headers, tag: string): boolean {
  const header = headers.get('if-none-match')
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((sent) => sent.trim().replace(/^W\//, '') === tag)
}
