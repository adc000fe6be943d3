/**
 * The endings of the plurals of a name in capitals, such as `SLAs` or `GPSes`; none of other names, whose plurals checkers of
 * spelling and wording derive.
 */
export function pluralEndings(name: string): string[] {
  const lastWord = /[\p{L}\p{N}]{2,}$/u.exec(name)?.[0] ?? ''
  if (/\p{Ll}/u.test(name) || !/\p{Lu}/u.test(lastWord)) return []
  return lastWord.endsWith('S') ? ['s', 'es'] : ['s']
}
