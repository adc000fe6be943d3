/** Words of a name that its abbreviation can omit. */
const smallWords = new Set('a an and as at by de for from in of on or the to with'.split(' '))

/** A letter or digit of a phrase, the index of its word, and whether the word or a part of it starts with it. */
type Character = { char: string; word: number; startsPart: boolean }

/** Whether an abbreviation normally contains a letter of this word. */
export function isSignificant(word: string): boolean {
  return /\p{L}/u.test(word) && !smallWords.has(word.toLowerCase())
}

/**
 * Counts the faults of a phrase as the long form of an abbreviation. It has no fault if every letter starts a word.
 * Each letter from inside a word is a fault, and so is each significant word whose start provides no letter. If the
 * letters occur in several ways, the best one counts.
 *
 * Parts of a word count as words (adeno-associated, HyperText, 5-fold), and x can stand for ex- (eXtensible). The first
 * letter must start the first word or a part of it. Adjacent letters in a word (DEVelopment OPerations), and its first
 * and last letter (Temporary DutY), cost much less than a fault.
 *
 * @param letters of the abbreviation in lower case, in order, at most ten
 * @returns the number of faults; Infinity if the phrase does not contain the letters in order
 */
export function countFaults(letters: readonly string[], phrase: string): number {
  if (!hasInOrder(letters, phrase.toLowerCase())) return Infinity
  const words = phrase.split(/\s+/)
  const characters = words.flatMap(toCharacters)
  const significantBefore = countSignificant(words)
  let places: number[] = []
  let rest = faultsAfterLast(characters, significantBefore)
  for (const letter of letters.toReversed()) {
    places = rest.map((faults, at) => (characters[at]?.char === letter ? faults : Infinity))
    rest = faultsBefore(places, characters, significantBefore)
  }
  const starts = places.filter((_, at) => characters[at]?.word === 0 && characters[at]?.startsPart)
  return Math.min(...starts)
}

/** A quick check that most phrases fail. */
function hasInOrder(letters: readonly string[], phrase: string) {
  let at = -1
  for (const letter of letters) {
    at = phrase.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

/**
 * The cost of a letter adjacent to the previous one, or at the end of a word; the letters of one abbreviation never add
 * up to a fault.
 */
const adjacentCost = 0.1

// At the start of a word, between digits and letters, at a capital within a word, and at the x of ex-.
const partStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{N})\p{L}|(?<=\p{L})\p{N}|(?<=\p{Ll})\p{Lu}|(?<=^[Ee])[Xx]/gu

function toCharacters(text: string, word: number): Character[] {
  const partStarts = new Set(Array.from(text.matchAll(partStart), ({ index }) => index))
  return Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ({ 0: char, index }) => {
    return { char: char.toLowerCase(), word, startsPart: partStarts.has(index) }
  })
}

/** Returns an array whose element n is the number of significant words among the first n words. */
function countSignificant(words: readonly string[]) {
  const sums = [0]
  for (const word of words) sums.push((sums.at(-1) ?? 0) + (isSignificant(word) ? 1 : 0))
  return sums
}

/** Returns, for each character, the faults of the words after it if it provides the last letter. */
function faultsAfterLast(characters: readonly Character[], significantBefore: readonly number[]) {
  return characters.map(({ word }) => (significantBefore.at(-1) ?? 0) - (significantBefore[word + 1] ?? 0))
}

/**
 * @param places for each character, the faults from there to the end if it provides the next letter
 * @returns for each character, the fewest faults that can follow if it provides the letter before
 */
function faultsBefore(places: number[], characters: readonly Character[], significantBefore: readonly number[]) {
  const fewest: number[] = []
  let inLaterWords = Infinity
  let fromEarlierWords = Infinity
  let inThisWord = Infinity
  let endOfWord = Infinity
  for (let at = characters.length - 1; at >= 0; at--) {
    const { word = 0, startsPart } = characters[at] ?? {}
    const place = places[at] ?? Infinity
    const isLastOfWord = characters[at + 1]?.word !== word
    if (isLastOfWord) {
      inLaterWords = Math.min(inLaterWords, fromEarlierWords)
      fromEarlierWords = Infinity
      inThisWord = Infinity
      endOfWord = place + adjacentCost
    }
    const next = isLastOfWord ? Infinity : (places[at + 1] ?? Infinity) + adjacentCost
    fewest[at] = Math.min(
      next,
      inThisWord,
      startsPart && !isLastOfWord ? endOfWord : Infinity,
      inLaterWords - (significantBefore[word + 1] ?? 0),
    )
    inThisWord = Math.min(inThisWord, place + (startsPart ? 0 : 1))
    fromEarlierWords = Math.min(fromEarlierWords, place + (startsPart ? 0 : 2) + (significantBefore[word] ?? 0))
  }
  return fewest
}
