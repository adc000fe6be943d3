/** Words that a name may contain and its abbreviation leave out. */
const smallWords = new Set('a an and as at by de for from in of on or the to with'.split(' '))

/** A letter or digit of a phrase: the word it stands in, and whether that word or a part of it begins here. */
type Glyph = { char: string; word: number; begins: boolean }

/** Whether an abbreviation would be expected to have a letter of this word. */
export function isWeighty(word: string): boolean {
  return /\p{L}/u.test(word) && !smallWords.has(word.toLowerCase())
}

/**
 * How badly a phrase reads as the long form of an abbreviation: 0 where every letter begins a word, one fault
 * for each letter from inside a word, and one for each weighty word whose beginning gives no letter. Where
 * the letters can be found in several ways, the best counts.
 *
 * The parts of a word count as words that give letters (adeno-associated, HyperText, 5-fold), and x may stand
 * for ex- (eXtensible). The first letter begins the first word or a part of it. Letters right beside each
 * other in a word (DEVelopment OPerations) are hardly a fault.
 *
 * @param letters of the abbreviation, ten at most, in lower case, in order
 * @returns Infinity where the phrase does not have the letters
 */
export function countFaults(letters: readonly string[], phrase: string): number {
  if (!hasInOrder(letters, phrase.toLowerCase())) return Infinity
  const words = phrase.split(/\s+/)
  const glyphs = words.flatMap(toGlyphs)
  const weights = sumWeights(words)
  let places: number[] = []
  let rest = faultsAfterLast(glyphs, weights)
  for (const letter of letters.toReversed()) {
    places = rest.map((faults, at) => (glyphs[at]?.char === letter ? faults : Infinity))
    rest = faultsBefore(places, glyphs, weights)
  }
  const starts = places.filter((_, at) => glyphs[at]?.word === 0 && glyphs[at]?.begins)
  return Math.min(...starts)
}

/** A quick look that spares most phrases the long one. */
function hasInOrder(letters: readonly string[], phrase: string) {
  let at = -1
  for (const letter of letters) {
    at = phrase.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Of a letter beside the one before: even ten make no fault, but one that begins a word is preferred. */
const beside = 0.1

// After what is no letter or digit, between digits and letters, at a capital within a word, and in ex-.
const beginning =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{N})\p{L}|(?<=\p{L})\p{N}|(?<=\p{Ll})\p{Lu}|(?<=^[Ee])[Xx]/gu

function toGlyphs(text: string, word: number): Glyph[] {
  const beginnings = new Set(Array.from(text.matchAll(beginning), ({ index }) => index))
  return Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ({ 0: char, index }) => {
    return { char: char.toLowerCase(), word, begins: beginnings.has(index) }
  })
}

/** For each number of words, how many of so many first ones are weighty. */
function sumWeights(words: readonly string[]) {
  const sums = [0]
  for (const word of words) sums.push((sums.at(-1) ?? 0) + (isWeighty(word) ? 1 : 0))
  return sums
}

/** For each glyph, the faults of the words after it, if the last letter is taken from it. */
function faultsAfterLast(glyphs: readonly Glyph[], weights: readonly number[]) {
  return glyphs.map(({ word }) => (weights.at(-1) ?? 0) - (weights[word + 1] ?? 0))
}

/**
 * @param places for each glyph, the faults from there on if the next letter is taken from it
 * @returns for each glyph, the fewest faults that can follow if the letter before is taken from it
 */
function faultsBefore(places: number[], glyphs: readonly Glyph[], weights: readonly number[]) {
  const fewest: number[] = []
  let inLaterWords = Infinity
  let fromEarlierWords = Infinity
  let inThisWord = Infinity
  for (let at = glyphs.length - 1; at >= 0; at--) {
    const { word = 0, begins } = glyphs[at] ?? {}
    const place = places[at] ?? Infinity
    const isLastOfWord = glyphs[at + 1]?.word !== word
    if (isLastOfWord) {
      inLaterWords = Math.min(inLaterWords, fromEarlierWords)
      fromEarlierWords = Infinity
      inThisWord = Infinity
    }
    const next = isLastOfWord ? Infinity : (places[at + 1] ?? Infinity) + beside
    fewest[at] = Math.min(next, inThisWord, inLaterWords - (weights[word + 1] ?? 0))
    inThisWord = Math.min(inThisWord, place + (begins ? 0 : 1))
    fromEarlierWords = Math.min(fromEarlierWords, place + (begins ? 0 : 2) + (weights[word] ?? 0))
  }
  return fewest
}
