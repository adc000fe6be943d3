import type { NameSet } from './in-texts/name-set.ts'
import { toKey } from './name-to-keys.ts'

/** Whether one letter is missing, added or wrong in one of two words, or two are transposed. */
export function isOneLetterOff(some: string, other: string): boolean {
  let start = 0
  while (start < some.length && some[start] === other[start]) start++
  const [rest, otherRest] = [some.slice(start), other.slice(start)]
  const isSame = (one: string, two: string) => (one !== '' || two !== '' ? one === two : some !== other)
  return (
    isSame(rest.slice(1), otherRest) ||
    isSame(rest, otherRest.slice(1)) ||
    isSame(rest.slice(1), otherRest.slice(1)) ||
    isSame(rest, `${otherRest[1]}${otherRest[0]}${otherRest.slice(2)}`)
  )
}

/** No name has longer words, or more of them. */
const maxLetters = 40
const maxWords = 20

/**
 * Returns the texts that are one letter away from a text, in one of its words, and may be names (contract, section 13).
 *
 * @param words in lower case
 */
export function correctOneLetter(words: readonly string[], { oneLetterOff }: Pick<NameSet, 'oneLetterOff'>): string[] {
  if (words.length > maxWords) return []
  // An `and` between words does not count.
  const keys = words.map((word, i) => (word === 'and' && i > 0 && i < words.length - 1 ? '' : toKey(word)))
  return keys.flatMap((key, place) => {
    if (key.length > maxLetters) return []
    const [before, after] = [keys.slice(0, place).join(''), keys.slice(place + 1).join('')]
    return oneLetterOff(before, key, after).map((word) => words.with(place, word).join(' '))
  })
}
