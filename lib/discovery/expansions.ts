import { countFaults, isWeighty } from './alignment.ts'
import { type Candidate, findCandidates } from './candidates.ts'

/** A short form and what it stands for, both as they are written in the text. */
export type Expansion = { acronym: string; full_name: string }

/**
 * What a text says of its abbreviations: `Service Level Agreement (SLA)`, `SLA (Service Level Agreement)`,
 * `SLA = …`, `SLA stands for …`, `SLA, i.e. …` and their like, each pair once. After Schwartz and Hearst,
 * "A simple algorithm for identifying abbreviation definitions in biomedical text" (2003), with another way
 * to match letters (see `countFaults`). docs/discovery.md says what is found and what is not.
 *
 * Short forms may have small letters (`mRNA`, `SLAs`). Takes time proportional to the length of the text.
 *
 * @param text running text, without markup; line breaks end a sentence
 */
export function findExpansions(text: string): Expansion[] {
  const found = new Map<string, Expansion>()
  for (const rivals of findCandidates(text)) {
    const expansion = readFirst(rivals)
    if (expansion) found.set(JSON.stringify(expansion), expansion)
  }
  return [...found.values()]
}

function readFirst(rivals: readonly Candidate[]) {
  for (const candidate of rivals) {
    const expansion = read(candidate)
    if (expansion) return expansion
  }
  return null
}

/** The long form that the text of a candidate offers; null where there is none. */
function read(candidate: Candidate): Expansion | null {
  const { short } = candidate
  if (!isShortForm(short)) return null
  let best = { full_name: '', faults: Infinity }
  for (const { phrase, leftOver } of toPhrases(candidate)) {
    if (!isLongForm(phrase, short)) continue
    for (const { letters, dropped } of toReadings(short)) {
      const known = isNumeronym(short, phrase) ? 0 : countFaults(letters, phrase)
      const faults = known + dropped + leftOver
      if (faults < best.faults && isTolerable(faults, candidate, letters.length)) {
        best = { full_name: phrase, faults }
      }
    }
    if (best.faults === 0) break
  }
  return best.faults < Infinity ? { acronym: short, full_name: best.full_name } : null
}

/** What has to be found in a long form: all letters and digits, or the letters alone. */
function toReadings(short: string) {
  const signs = [...short.toLowerCase()].filter((char) => /[\p{L}\p{N}]/u.test(char))
  const letters = signs.filter((char) => /\p{L}/u.test(char))
  const dropped = signs.length - letters.length
  const all = { letters: signs, dropped: 0 }
  // Digits may stand for nothing (Mti1p: myosin tail region-interacting protein), but each is a fault.
  return dropped > 0 ? [all, { letters, dropped }] : [all]
}

/** At most two words and ten characters, as in the paper; one capital may do. */
function isShortForm(short: string) {
  const isShort = [...short].length <= 10 && /^\S+(\s+\S+)?$/.test(short)
  const isQuantity = /^[\d.,]+\s/.test(short)
  const isNamed = /^[\p{L}\p{N}]/u.test(short) && /\p{Lu}|\p{L}.*\p{L}/u.test(short)
  return isShort && isNamed && !isQuantity && !/[=<>]/.test(short)
}

/** Whether a number tells how many letters of the word are left out: i18n, K8s. */
function isNumeronym(short: string, word: string) {
  const [, first, count, last] = /^(\p{L})(\d{1,2})(\p{L})$/u.exec(short.toLowerCase()) ?? []
  const letters = [...word.toLowerCase()]
  return letters[0] === first && letters.at(-1) === last && letters.length === Number(count) + 2
}

/** Two faults for three letters are let pass, fewer where less speaks for an abbreviation. */
function isTolerable(faults: number, { short, isStrict }: Candidate, letters: number) {
  if (isStrict) return faults === 0
  return Math.floor(faults) <= Math.floor((/\p{Lu}/u.test(short) ? letters * 2 : letters) / 3)
}

/** The stretches of words that may be the long form, shortest first, at most as many as in the paper. */
function toPhrases({ short, side, text, isWhole }: Candidate) {
  const words = text.trim().split(/\s+/)
  const { length } = [...short]
  const most = Math.min(length + 5, length * 2, words.length)
  return Array.from({ length: most }, (_, index) => {
    const taken = side === 'before' ? words.slice(-index - 1) : words.slice(0, index + 1)
    const left = isWhole ? words.slice(index + 1) : []
    return { phrase: trim(taken.join(' '), short), leftOver: left.filter(isWeighty).length }
  })
}

function trim(phrase: string, short: string) {
  const bare = phrase.replace(/^[^\p{L}\p{N}]+/u, '').replace(/["'“”‘’*_,;:.!?\s-]+$/, '')
  // What non-personal information (PI) abbreviates is what it negates.
  return /^n/i.test(short) ? bare : bare.replace(/^non-/i, '')
}

function isLongForm(phrase: string, short: string) {
  const words = phrase.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return (
    phrase.length > short.length &&
    !/^(a|an|and|of|or|the)$/.test(words[0] ?? '') &&
    !words.includes(short.toLowerCase()) &&
    isBalanced(phrase)
  )
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
