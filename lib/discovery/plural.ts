/**
 * Returns a full name in the singular: `Service Level Agreement` for `Service Level Agreements`, `Statement of Work`
 * for `Statements of Work`. A name stays as it is where English is less regular (`policies`, `processes`), and if it
 * joins things (`Objectives and Key Results`).
 */
export function toSingular(name: string): string {
  const [, head = name, rest = ''] = /^(.+?)( of .+)$/.exec(name) ?? []
  const isRegular = !/(?:[isu]s|[sxz]es|[cs]hes|ies)$/.test(head)
  return isRegular && !/ (?:and|&) /.test(name) ? head.replace(/s$/, '') + rest : name
}

/**
 * Returns the same text for spellings of one full name. Case, punctuation, white space and plurals make no difference,
 * and neither does `&` for `and`.
 *
 * @returns a key, which is not a name in any language
 */
export function toSpellingKey(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
  return words.map(toStem).join('')
}

/** Returns the same text for singular and plural: `polici` for policy and policies, `cach` for cache and caches. */
function toStem(word: string) {
  return word
    .replace(/(?<![isu])s$/, '')
    .replace(/y$/, 'i')
    .replaceAll('e', '')
}
