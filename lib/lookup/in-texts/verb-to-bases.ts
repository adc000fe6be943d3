/** What ends a verb form, what its base has instead, and what ends its other form. */
const endings: readonly (readonly [end: string, base: string, other: string])[] = [
  ['ied', 'y', 'ying'],
  ['ed', '', 'ing'],
  ['ing', '', 'ed'],
]
const minLetters = 3

/**
 * Returns what a word may be an English verb form of: `swarmed` of *swarm*, `merging` of *merge*, `sunsetting` of
 * *sunset*. What English has without the other form is no verb form (`ceiling`, `morning`, `string`), and `cared` is
 * one of *care*, not of *car*.
 *
 * @param word in lower case
 * @param isEnglish whether a word, in lower case, is any ordinary one of English
 */
export function basesOf(word: string, isEnglish: (word: string) => boolean): string[] {
  const found = endings.find(([end]) => word.endsWith(end))
  if (!found) return []
  const [end, added, other] = found
  const stem = word.slice(0, -end.length)
  if (isEnglish(word) && !isEnglish(stem + other)) return []
  const single = /([b-df-hj-np-tv-z])\1$/.test(stem) ? [stem.slice(0, -1)] : []
  const plain = isEnglish(`${stem}e`) ? [] : [stem]
  const bases = added ? [stem + added] : [...plain, `${stem}e`, ...single]
  return bases.filter(({ length }) => length >= minLetters)
}
