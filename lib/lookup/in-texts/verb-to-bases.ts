/** What ends a verb form, what its base has instead, and what ends its other form. */
const endings: readonly (readonly [end: string, base: string, other: string])[] = [
  ['ied', 'y', 'ying'],
  ['ed', '', 'ing'],
  ['ing', '', 'ed'],
]
const minLetters = 3
/** A short vowel doubles the consonant after it: `running`, but not `earring`. */
const isDoubled = /(?:^|[^aeiou]|qu)[aeiou]([b-df-hj-np-tv-z])\1$/

/**
 * Returns what a word may be an English verb form of: `swarmed` of *swarm*, `merging` of *merge*, `sunsetting` of
 * *sunset*. What English has without the other form is no verb form (`ceiling`, `morning`, `string`), unless it
 * doubles a consonant (`running` of *run*), and `cared` is one of *care*, not of *car*.
 *
 * @param word in lower case
 * @param isEnglish whether a word, in lower case, is any ordinary one of English
 */
export function basesOf(word: string, isEnglish: (word: string) => boolean): string[] {
  const found = endings.find(([end]) => word.endsWith(end))
  if (!found) return []
  const [end, added, other] = found
  const stem = word.slice(0, -end.length)
  const single = /([b-df-hj-np-tv-z])\1$/.test(stem) ? [stem.slice(0, -1)] : []
  if (isEnglish(word) && !isEnglish(stem + other))
    return end === 'ing' && isDoubled.test(stem) ? single.filter(isLong) : []
  const plain = isEnglish(`${stem}e`) ? [] : [stem]
  const bases = added ? [stem + added] : [...plain, `${stem}e`, ...single]
  return bases.filter(isLong)
}

const isLong = ({ length }: string) => length >= minLetters
