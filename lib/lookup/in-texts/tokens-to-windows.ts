import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { isFunctionWord } from '../../schemas/function-words.ts'
import { correctOneLetter } from '../misspelled-to-names.ts'
import { toKey } from '../name-to-keys.ts'
import { isSingleLetter, type NameSet } from './name-set.ts'
import { hasSmallS, singularKeysOf, singularsOf } from './name-to-forms.ts'
import { emptyHash, hashText, type Token, toSpelling } from './text-to-tokens.ts'
import {
  beginsSentence,
  canBeGuessed,
  findSpans,
  hasCapitals,
  isPartOfWord,
  isShouted,
  minJoined,
  type Reading,
  type Recasing,
  readingOf,
  type Span,
} from './tokens-to-spans.ts'
import { basesOf } from './verb-to-bases.ts'

/** How many words a window has at most, and from how many letters on they are several for fewer. */
const maxWords = 5
const minSplit = 7

/** What may stand between the words of a corrected window: signs that do not end a sentence. */
const anySigns = /^(?!.*[.!?;:]\s)[^\p{L}\p{N}]{1,4}$/su
/** What may stand between the words of any other: a space, or a sign that a name may have instead of it. */
const betweenWords = /^(?:\s|\s?[-\u2010-\u2014\ufe63\uff0d/&_.·]\s?)$/u

type Word = { start: number; end: number; key: string }

/** The words of a text that stand alone, in runs: a window has words of the same run. */
function* toRuns(text: string, tokens: readonly Token[], between: RegExp): Generator<Word[]> {
  let run: Word[] = []
  for (const [index, { start, end, isWord, isInWord, before }] of tokens.entries()) {
    if (!isWord) continue
    const last = run.at(-1)
    const signs = last ? text.slice(last.end, start) : ''
    const isEnd = /^\.\s/.test(signs) && !isSingleLetter(text.slice(last?.start, last?.end))
    // Between two digits a sign makes a number of them, a space does not.
    const isNumber = /\d/.test(text.charAt(start)) && /\s/.test(signs) && /\d/.test(text.charAt((last?.end ?? 0) - 1))
    if (before === 'break' || !between.test(signs) || isEnd || isNumber) {
      yield run
      run = []
    }
    const isWhole = !isInWord && !tokens[index + 1]?.isInWord && !text.slice(start, end).includes('_')
    if (isWhole) run.push({ start, end, key: toKey(text.slice(start, end)) })
  }
  yield run
}

/** Some words of a run, and the hash codes of their keys, joined: of all, and of those before the last. */
type Window = { start: number; end: number; words: readonly Word[]; hash: number; hashBefore: number }

/** The windows of one to five words that begin at a place, the shortest first. */
function windowsAt(run: readonly Word[], first: number): Window[] {
  const windows: Window[] = []
  let hash = emptyHash
  for (let last = first; last < run.length && last < first + maxWords; last++) {
    const hashBefore = hash
    const { key, end } = run[last] as Word
    hash = hashText(key, hash)
    windows.push({ start: (run[first] as Word).start, end, words: run.slice(first, last + 1), hash, hashBefore })
  }
  return windows
}

/**
 * Finds what may be names in a text: as they are spelled, and in other spellings (contract, sections 13 and 14), which
 * are the same words with other signs between them, one word for several, and if a person typed it, several for one,
 * and several words with one letter off; if guesses are wanted, verb forms. Others are served in between.
 *
 * @param most how many different forms of each may be found; then the rest of the text is not read
 */
export async function findAllSpans(
  text: string,
  tokens: readonly Token[],
  known: NameSet,
  most: number,
  recasing: Recasing,
): Promise<Span[]> {
  const written = await findSpans(text, tokens, known, most, recasing)
  const others: Span[] = []
  async function look(between: RegExp, spanOf: (window: Window) => Span | null) {
    for (const run of toRuns(text, tokens, between))
      for (let first = 0; first < run.length && others.length < most; first++) {
        if (isPartOver()) await nextTurn()
        const spans = windowsAt(run, first).flatMap((window) => spanOf(window) ?? [])
        others.push(...spans.filter(({ start, end }) => !isPartOfWord(text, start, end)))
      }
  }
  await look(betweenWords, createRespelled(text, known, recasing))
  if (recasing === 'any') await look(anySigns, (window) => toCorrected(window, known))
  if (recasing === 'lower') await look(betweenWords, createVerbs(text, known))
  return [...written, ...others]
}

/** What a window may be as it is spelled; the readings of a form are made once. */
function createRespelled(text: string, known: NameSet, recasing: Recasing) {
  const readingsOf = new Map<string, Reading[]>()
  return (window: Window): Span | null => {
    const { start, end, words, hash } = window
    if (!known.has(hash) && !mayHaveForms(window, known)) return null
    const form = toSpelling(text.slice(start, end))
    const readings = readingsOf.get(form) ?? toReadings(form, words, known, recasing)
    readingsOf.set(form, readings)
    const isMeant = readings.length > 0 && !isShouted(text, start, end, known)
    return isMeant ? { start, end, form, readings, kind: 'respelled' } : null
  }
}

/** Whether names may be a singular of a window, or have no `and` between its words. */
const mayHaveForms = ({ words, hashBefore }: Window, { has }: NameSet) =>
  singularKeysOf(words.at(-1)?.key ?? '').some((key) => has(hashText(key, hashBefore))) ||
  words.some(({ key }, i) => key === 'and' || (key.endsWith('s') && endsHead.has(words[i + 1]?.key)))
const endsHead = new Set<string | undefined>(['of', 'for', 'in', 'to', 'at', 'on'])

/** A window as it stands there, and its singulars, as far as names may have their keys. */
function toReadings(form: string, words: readonly Word[], known: NameSet, recasing: Recasing): Reading[] {
  const isTyped = recasing === 'any'
  const letters = words.reduce((sum, { key }) => sum + key.length, 0)
  const isOdd = isTyped && letters >= minJoined && !known.isEnglish(form)
  if (words.length === 1 && !/\p{Lu}.*\p{Lu}/u.test(form) && !isOdd) return []
  const forms = [form, ...singularsOf(form)].filter((each) => known.has(toKey(each)))
  return forms.map((each, i) => ({
    ...readingOf(each, known),
    kind: each === form ? 'asked' : 'singular',
    has_small_s: i > 0 && hasSmallS(form),
    in_any_case: !isFunctionWord(each),
    recased: canBeGuessed(each, recasing, known),
    isJoined: words.length === 1 && (hasCapitals(each) || isOdd),
    isSplit: words.length > 1 && isTyped && letters >= minSplit,
  }))
}

/**
 * The names that a window of several words is but for one letter. Of two words, the wrong one is no English one: many
 * phrases are one letter apart.
 */
function toCorrected({ start, end, words }: Window, known: NameSet): Span | null {
  if (words.length < 2) return null
  const keys = words.map(({ key }) => key)
  const names = correctOneLetter(keys, known, words.length === 2 ? known.isEnglish : undefined)
  const readings = names.map((name): Reading => ({ ...readingOf(name, known), isCorrected: true }))
  return readings.length > 0 ? { start, end, form: keys.join(' '), readings, kind: 'corrected' } : null
}

/** A window in which one word is another. */
const withWord = (words: readonly Word[], place: number, word: string) =>
  words.map(({ key }, i) => (i === place ? word : key)).join(' ')

/** The names of which a window is a verb form, by its first or last word: `swarmed`, `rolled out`, `code-freezing`. */
function createVerbs(text: string, known: NameSet) {
  const bases = new Map<string, string[]>()
  const basesAt = ({ key }: Word) => {
    const found = bases.get(key) ?? basesOf(key, known.isOneWord)
    bases.set(key, found)
    return found
  }
  return ({ start, end, words }: Window): Span | null => {
    const places = words.length > 1 ? [0, words.length - 1] : [0]
    const names = places.flatMap((place) => basesAt(words[place] as Word).map((base) => withWord(words, place, base)))
    const meant = names.filter((name) => known.has(toKey(name)) && !isFunctionWord(name))
    if (meant.length === 0) return null
    const form = text.slice(start, end)
    if (/\p{Lu}/u.test(beginsSentence(text, start) ? form.slice(1) : form)) return null
    const readings = meant.map((name): Reading => ({ ...readingOf(name, known), isInflectedVerb: true }))
    return { start, end, form, readings, kind: 'respelled' }
  }
}
