import { isFunctionName } from '../../schemas/function-words.ts'
import { toKey, toKeys } from '../name-to-keys.ts'
import { pluralsOf } from './name-to-forms.ts'
import { canBegin, canEnd, hashText, type Token, tokenize, toSpelling } from './text-to-tokens.ts'

/**
 * A compact set of names, in which names are found in a text. It keeps hash codes only: what it finds may, rarely, not
 * be a name, so the database has to confirm it.
 */
export type NameSet = {
  /**
   * Adds a name and its English plurals. A single letter is ignored, and so are a name without a letter or digit, and a
   * full name that is an English word (contract, sections 14 and 18).
   */
  add(name: string, isFullName?: boolean): void
  /**
   * Finds what may be names in a text, in its order; of those that begin at a word, the shortest first. Takes time in
   * proportion to the number of tokens: where long names begin everywhere, the rest of the text is not read.
   *
   * @param isRecased whether also names without a lower-case letter match in any case
   */
  find(tokens: readonly Token[], isRecased?: boolean): Generator<Occurrence>
  /** Whether names may have a key (see `toKey`), or one with this hash code (see `hashText`). */
  has(key: string | number): boolean
  /**
   * Returns what one of several words may be instead, one letter away: missing, added, wrong or transposed. The words
   * are those of names then, joined in their key. The longer of two words has five letters or more.
   *
   * @param words the keys of the words
   */
  oneLetterOff(words: readonly string[], place: number): string[]
  /** Whether each word of a text is a common English one, in any case. */
  isEnglish(text: string): boolean
  /** Whether it is one word which is ordinary English: no full name that a text has. */
  isOneWord(text: string): boolean
}

/**
 * The range in a text of what may be a name, in UTF-16 units; `end` is exclusive. `isRecased`: it can only be a name
 * without a lower-case letter in another case.
 */
export type Occurrence = { start: number; end: number; isRecased: boolean }

/** The longer of two words that are one letter apart has at least so many (contract, section 13). */
const minLetters = 5
/** Scripts with more letters than can be tried one after the other. */
const manyLetters = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}+#]/u

const isName = 1
const isBeginning = 2
/** A way to compare tokens: the hash code from which names start, and the one of a token. */
type Spelling = { start: number; hashOf(token: Token): number }

const asWritten: Spelling = { start: 0x2545f491, hashOf: ({ hash }) => hash }
const inAnyCase: Spelling = { start: 0x5bd1e995, hashOf: ({ foldedHash }) => foldedHash }
/** Names without a lower-case letter, which a text has in another case. */
const recased: Spelling = { start: 0x1b873593, hashOf: ({ foldedHash }) => foldedHash }
/** Keys of names, which no token has, and what is left of those of several words without one of them. */
const keySeed = 0x3c6ef372
const gapSeed = 0x1f83d9ab

/** With all of them, a text of one word repeated 25,000 times could have millions of candidates. */
const maxCandidatesPerWord = 4
/** How many tokens are compared for each token of a text, on average: a name of 300 signs can begin at every sign. */
const maxStepsPerToken = 32

/**
 * Creates an empty set.
 *
 * @param isEnglishWord whether a word, in lower case, is a common English one
 * @param isOrdinaryWord whether it is any ordinary word of English
 */
export function createNameSet(
  isEnglishWord: (word: string) => boolean = () => false,
  isOrdinaryWord: (word: string) => boolean = isEnglishWord,
): NameSet {
  const table = createHashTable()
  const letters = new Set<string>()
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isEnglish = (text: string) => wordsOf(text).every(isEnglishWord)
  const isOneWord = (text: string) => !/\s/.test(text) && wordsOf(text).every(isOrdinaryWord)

  /** Stores the hash codes of a name and of all its beginnings. */
  function store(tokens: readonly Token[], { start, hashOf }: Spelling) {
    let hash = start
    for (const [index, token] of tokens.entries()) {
      hash = extend(hash, token, index > 0, hashOf(token))
      table.set(hash, index === tokens.length - 1 ? isName : isBeginning)
    }
  }

  const hasKey = (hash: number) => (table.get(mix(hash ^ keySeed)) & isName) > 0

  const hasGap = (words: readonly string[], place: number) => (table.get(hashGap(words, place)) & isName) > 0

  function storeKeys(name: string) {
    const key = toKey(name)
    table.set(mix(hashText(key) ^ keySeed), isName)
    for (const letter of key) if (letter.length === 1 && !manyLetters.test(letter)) letters.add(letter)
    const words = toKeys(toSpelling(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    if (words.length > 1) for (const place of words.keys()) table.set(hashGap(words, place), isName)
  }

  function oneLetterOff(words: readonly string[], place: number) {
    // Few words of a text stand where a name has another. A letter at an end may be that of the word beside it.
    const isPossible = [place - 1, place, place + 1].some((each) => words[each] !== undefined && hasGap(words, each))
    if (words.length > 1 && !isPossible) return []
    const word = words[place] ?? ''
    const rest = words.slice(place).join('')
    const found = new Set<string>()
    let hash = hashText(words.slice(0, place).join(''))
    for (let place = 0; place <= word.length; place++) {
      const put = (removed: number, added: string) => {
        if (place + removed > word.length || word.length + Math.max(0, added.length - removed) < minLetters) return
        if (!hasKey(hashText(rest, hashText(added, hash), place + removed))) return
        found.add(word.slice(0, place) + added + word.slice(place + removed))
      }
      for (const letter of letters) {
        put(0, letter)
        put(1, letter)
      }
      put(1, '')
      put(2, `${word[place + 1]}${word[place]}`)
      hash = hashText(word[place] ?? '', hash)
    }
    found.delete(word)
    return [...found]
  }

  /** Yields where the names end that may begin with a token. */
  function* followFrom(
    tokens: readonly Token[],
    first: number,
    { start, hashOf }: Spelling,
    effort: { steps: number },
  ) {
    let hash = start
    for (let last = first; last < tokens.length && effort.steps > 0; last++) {
      effort.steps--
      const token = tokens[last] as Token
      if (last > first && token.before === 'break') return
      hash = extend(hash, token, last > first, hashOf(token))
      const flags = table.get(hash)
      if (flags & isName && canEnd(tokens, last)) yield token.end
      if (!(flags & isBeginning)) return
    }
  }

  return {
    isEnglish,
    isOneWord,
    has: (key) => hasKey(typeof key === 'string' ? hashText(key) : key),
    oneLetterOff,
    add(name, isFullName = false) {
      if (!/[\p{L}\p{N}]/u.test(name)) return
      storeKeys(name)
      if (isSingleLetter(name) || (isFullName && isOneWord(name))) return
      for (const form of [name, ...pluralsOf(name)]) {
        const tokens = tokenize(form)
        for (const spelling of spellingsOf(name, isEnglish)) store(tokens, spelling)
      }
    },
    *find(tokens, isRecased = false) {
      const spellings = [asWritten, inAnyCase, ...(isRecased ? [recased] : [])]
      const effort = { steps: maxStepsPerToken * tokens.length }
      for (const [first, { start }] of tokens.entries()) {
        if (!canBegin(tokens, first)) continue
        const ends = new Map<number, boolean>()
        for (const spelling of spellings) {
          for (const end of followFrom(tokens, first, spelling, effort))
            if (!ends.has(end)) ends.set(end, spelling === recased)
        }
        if (ends.size === 0) continue
        const longest = [...ends].sort(([a], [b]) => a - b).slice(-maxCandidatesPerWord)
        for (const [end, isRecased] of longest) yield { start, end, isRecased }
      }
    },
  }
}

/** Chooses from left to right the longest of candidates, which `find` has found, without overlaps. */
export function* chooseLongest<Each extends Pick<Occurrence, 'start' | 'end'>>(
  candidates: Iterable<Each>,
): Generator<Each> {
  const longest = new Map<number, Each>()
  for (const candidate of candidates) longest.set(candidate.start, candidate)
  let end = 0
  for (const candidate of longest.values()) {
    if (candidate.start < end) continue
    yield candidate
    end = candidate.end
  }
}

/**
 * A name without a lower-case letter matches as it is written, or in another case as a guess, and a function word only
 * as it is written (contract, section 14).
 */
function spellingsOf(name: string, isEnglish: (text: string) => boolean) {
  if (!/\p{Ll}/u.test(name)) return [asWritten, recased]
  return [isFunctionName(name, isEnglish) ? asWritten : inAnyCase]
}

/** Whether a text is a single letter. */
export const isSingleLetter = (text: string): boolean => /^\p{L}\p{M}*$/u.test(text)

/** The hash code of the beginning of a name and another token. */
function extend(hash: number, { before }: Token, isLater: boolean, tokenHash: number) {
  const space = isLater && before === 'space' ? 0x9e3779b9 : 0
  return mix(hash ^ tokenHash ^ space)
}

/** The hash code of the keys of some words without one of them. */
const hashGap = (words: readonly string[], place: number) =>
  mix(hashText(words.slice(place + 1).join(''), hashText(words.slice(0, place).join('')) ^ gapSeed))

function mix(hash: number) {
  let mixed = Math.imul(hash, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** A table of flags by hash code, with open addressing: an entry takes four bytes, of which two bits are its flags. */
function createHashTable() {
  let entries = new Uint32Array(1024)
  let count = 0

  /** Returns where a hash code is, or the free place where it would be. */
  function locate(key: number) {
    const mask = entries.length - 1
    let place = (key >>> 2) & mask
    while (entries[place] !== 0 && (entries[place] ?? 0) >>> 2 !== key >>> 2) {
      place = (place + 1) & mask
    }
    return place
  }

  function grow() {
    const old = entries
    entries = new Uint32Array(2 * old.length)
    for (const entry of old) if (entry !== 0) entries[locate(entry)] = entry
  }

  return {
    get: (hash: number) => (entries[locate(hash)] ?? 0) & 3,
    set(hash: number, flags: number) {
      const place = locate(hash)
      const entry = entries[place] ?? 0
      entries[place] = (entry === 0 ? hash & ~3 : entry) | flags
      if (entry === 0 && ++count > 0.75 * entries.length) grow()
    },
  }
}
