import { countFaults, isSignificant } from './alignment.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { commonWords } from './common-words.ts'

/** A short form and its long form, as written in the text. */
type Expansion = { acronym: string; full_name: string }

/**
 * Finds definitions of abbreviations: `Service Level Agreement (SLA)`, `SLA (Service Level Agreement)`,
 * `SLA = …`, `SLA stands for …`, `SLA, i.e. …` and similar patterns, each pair once. Based on Schwartz and Hearst,
 * "A simple algorithm for identifying abbreviation definitions in biomedical text" (2003), with a different
 * way to match letters (see `countFaults`). docs/dev/evaluation.md has the rules.
 *
 * Short forms can contain lower-case letters (`mRNA`, `SLAs`). Takes time proportional to the length of the text.
 *
 * @param text running text, without markup; line breaks end a sentence
 */
export function findExpansions(text: string): Expansion[] {
  const found = new Map<string, Expansion>()
  for (const alternatives of findCandidates(text)) {
    const expansion = readFirst(alternatives)
    if (expansion) found.set(JSON.stringify(expansion), expansion)
  }
  return [...found.values()]
}

function readFirst(alternatives: readonly Candidate[]) {
  for (const candidate of alternatives) {
    const expansion = read(candidate)
    if (expansion) return expansion
  }
  return null
}

/** Finds the best long form in the text of a candidate; null if there is none. */
function read(candidate: Candidate): Expansion | null {
  const { short } = candidate
  if (!isShortForm(candidate)) return null
  let best = { full_name: '', faults: Infinity }
  for (const { phrase, leftOver } of toPhrases(candidate)) {
    if (!isLongForm(phrase, short)) continue
    for (const { letters, dropped } of toReadings(short, phrase)) {
      const known = isNumeronym(short, phrase) ? 0 : countFaults(letters, phrase)
      const faults = known + dropped + leftOver
      if (faults < best.faults && isTolerable(faults, letters.length, phrase, candidate)) {
        best = { full_name: phrase, faults }
      }
    }
    if (best.faults === 0) break
  }
  return best.faults < Infinity ? { acronym: short, full_name: best.full_name } : null
}

/** The characters to look for in a long form: letters and digits, only letters, or without a plural s. */
function toReadings(short: string, phrase: string) {
  const signs = [...short.toLowerCase()].filter((char) => /[\p{L}\p{N}]/u.test(char))
  const letters = signs.filter((char) => /\p{L}/u.test(char))
  const dropped = signs.length - letters.length
  const all = { letters: signs, dropped: 0 }
  // Several words can lack the digits (B2B: business-to-business), but each is a fault.
  const withoutDigits = dropped > 0 && hasWords(phrase) ? [{ letters, dropped }] : []
  // Statements of Work (SOWs)
  const singular = /\p{Lu}s$/u.test(short) ? [{ letters: signs.slice(0, -1), dropped: 0 }] : []
  return [all, ...withoutDigits, ...singular]
}

/**
 * A short form has at most two words and ten characters, as in the paper, and a capital or two letters. Everyday words
 * in lower case (`app`, `see`) are no short forms. `SLA/SLO` is two.
 */
function isShortForm({ short, side }: Candidate) {
  const isShort = [...short].length <= 10 && /^\S+(\s+\S+)?$/.test(short)
  const isQuantity = /^[\d.,]+\s/.test(short)
  const isNamed = /^[\p{L}\p{N}]/u.test(short) && /\p{Lu}|\p{L}.*\p{L}/u.test(short)
  const isWord = /^\p{L}\p{Ll}+$/u.test(short) && commonWords.has(short.toUpperCase())
  const isLetter = short.length === 1 && side === 'after'
  const isOther = /[=<>:]|\p{Lu}{3}s?\/\p{Lu}{3}/u.test(short)
  return isShort && isNamed && !isQuantity && !isWord && !isLetter && !isOther
}

/** Whether the number is the count of omitted letters: i18n, K8s. */
function isNumeronym(short: string, word: string) {
  const [, first, count, last] = /^(\p{L})(\d{1,2})(\p{L})$/u.exec(short.toLowerCase()) ?? []
  const letters = [...word.toLowerCase()]
  return letters[0] === first && letters.at(-1) === last && letters.length === Number(count) + 2
}

/**
 * Whether the faults of a phrase are few enough for the letters of the short form. A single word allows two faults per
 * three letters if it comes first, and otherwise none. Several words allow one fault per two or three letters.
 */
function isTolerable(faults: number, letters: number, phrase: string, candidate: Candidate) {
  const { short, side, isStrict } = candidate
  if (isStrict || isCompound(phrase)) return faults === 0
  const rates = hasWords(phrase) ? { before: 1 / 2, after: 1 / 3 } : { before: 2 / 3, after: 0 }
  const rate = /\p{Lu}/u.test(short) ? rates[side] : hasWords(phrase) ? 1 / 3 : 0
  return Math.floor(faults) <= Math.floor(letters * rate)
}

/** Whether a phrase has several words; `business-to-business` has three. */
function hasWords(phrase: string) {
  return /\p{L}[\s-]/u.test(phrase)
}

/** The phrases that may be the long form, shortest first, with the maximum length of the paper. */
function toPhrases({ short, side, text, isWhole }: Candidate) {
  const words = text.trim().split(/\s+/)
  const { length } = [...short]
  const maxWords = Math.min(length + 5, length * 2, words.length)
  return Array.from({ length: maxWords }, (_, index) => {
    const taken = side === 'before' ? words.slice(-index - 1) : words.slice(0, index + 1)
    // In "statement of work with all annexes", the name ends before "with".
    const next = words[index + 1] ?? ''
    const left = isWhole && isSignificant(next) ? words.slice(index + 1) : []
    return { phrase: trim(taken.join(' '), short), leftOver: left.filter(isSignificant).length }
  })
}

function trim(phrase: string, short: string) {
  const bare = phrase
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/["'“”‘’*_,;:.!?\s-]+$/, '')
    .replace(/['’]s$/, '')
  // In "non-personal information (PI)" and "project/personal information (PI)", PI abbreviates "personal information".
  const end = bare.replace(/^(?:[\p{L}\p{N}]{3,}-|[^\s/]+\/)/u, '')
  return [bare, end].find((one) => isSameLetter(one, short)) ?? bare
}

function isSameLetter(phrase: string, short: string) {
  return phrase.slice(0, 1).toLowerCase() === short.slice(0, 1).toLowerCase()
}

/**
 * Whether a phrase can be what a short form stands for, whatever its letters: a balanced phrase that neither begins nor
 * ends with a word such as "of", is not code, does not contain the short form, and has commas only in lists.
 */
function isLongForm(phrase: string, short: string): boolean {
  return (
    phrase.length > short.length &&
    !startsBadly.test(phrase) &&
    !endsBadly.test(phrase) &&
    !isCode.test(phrase) &&
    !containsShort(phrase, short) &&
    hasListCommas(phrase) &&
    !isAlternative.test(phrase) &&
    isBalanced(phrase)
  )
}

/** Whether commas or slashes (except those of I/O and Baltimore/Washington) join the parts of a phrase. */
function isCompound(phrase: string): boolean {
  return /,\s|\p{L}{2}\/\p{Ll}/u.test(phrase)
}

// A name can begin with a capital The: The Open Group.
const startsBadly = /^(?:[Aa]n?|[Aa]nd|[Oo]f|[Oo]r|the|The(?! \p{Lu}))(?:\s|$)/u
const endsBadly = /\s(?:a|an|and|for|of|or|the|to|with)$/
/** In "the TA, or Sales (TS)" and "PM or Support (PS)", the bracket is no abbreviation of both. */
const isAlternative = /,\sor\s|^\p{Lu}{2,}s?\sor\s/u
const isCode = /:\/\/|[@\\=<>{}|_"“”]|: | \/ /

/** PostgreSQL is not what SQL stands for, nor is a conditional what cond stands for. */
function containsShort(phrase: string, short: string) {
  const name = short.replace(/s$/, '')
  const [words, parts] = [phrase, name].map((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const isRepeated = parts?.every((part) => words?.includes(part))
  const isCut = name.length > 3 && phrase.toLowerCase().includes(name.toLowerCase())
  return isRepeated || isCut || (name.length > 1 && phrase.includes(name))
}

/** Commas can only separate the items of a list, which has "and" or items of the same length. */
function hasListCommas(phrase: string) {
  const [first = '', ...others] = phrase.split(/,\s+/)
  const countWords = (item: string) => item.split(/[\s-]/).length
  const isEven = others.every((item) => countWords(item) === countWords(first))
  return isEven || others.some((item) => /(?:^|\s)(?:and|&)\s/.test(item))
}

function isBalanced(phrase: string) {
  let depth = 0
  for (const char of phrase) {
    if (/[([]/.test(char)) depth++
    if (/[)\]]/.test(char)) depth--
    if (depth < 0) return false
  }
  return depth === 0
}
