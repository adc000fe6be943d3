import type { NameSet } from './in-texts/name-set.ts'
import { toKeys } from './name-to-keys.ts'

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
 * @param isRight whether a word, of which this is the key, is none that may be wrong
 */
export function correctOneLetter(
  words: readonly string[],
  { oneLetterOff }: Pick<NameSet, 'oneLetterOff'>,
  isRight: (key: string) => boolean = () => false,
): string[] {
  if (words.length > maxWords) return []
  const keys = toKeys(words)
  return keys.flatMap((key, place) =>
    key.length > maxLetters || isRight(key)
      ? []
      : oneLetterOff(keys, place).map((word) => words.with(place, word).join(' ')),
  )
}
