import { commonWords } from './common-words.ts'
import { toRunningText } from './running-text.ts'

/**
 * The acronyms in a message of Slack, each once, in the order of their first
 * occurrence: 2 to 10 capitals, digits, `&`, `-` and `/`, at least two of them letters (contract,
 * section 11). Capitals of any script will do; plurals (`SLAs`, `SLA's`) count as the singular.
 *
 * Ignores code, links, mentions, emoji and quotes; addresses, paths, tickets, versions,
 * dates, quantities and other identifiers; sentences in capitals; common words. docs/discovery.md has the rules.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 */
export const findAcronyms = (message: string): string[] => findAcronymsInText(toRunningText(message))

/** The same of a text without markup, in NFC and without control characters but line breaks. */
export function findAcronymsInText(text: string): string[] {
  const found = new Set<string>()
  for (const sentence of text.split(/\n|(?<=[.!?])\s/)) {
    const words = sentence.split(/\s+/).flatMap(toWords)
    const acronyms = isEmphatic(words) ? [] : [...new Set(words)].flatMap(toAcronyms)
    for (const acronym of acronyms) found.add(acronym)
  }
  return [...found]
}

/**
 * The acronym that a short form is, in the singular: `SLA` for `SLAs`.
 *
 * @returns null if it is not an acronym for a glossary (see `findAcronyms`)
 */
export function toAcronym(short: string): string | null {
  const name = short.replace(/(?<=[\p{Lu}\p{N}])(?:['’]?s|['’]S|s['’])$/u, '')
  return isAcronym(name) && !isCode(name) && !isCommonWord(name) ? name : null
}

/**
 * Addresses (`a@b`, `x.org`, `http://`), paths (`/a`, `a\b`), files and versions (`a.md`, `1.2`), constants
 * (`A_B`), variables and tags (`$A`, `%A`, `#a`), options (`--a`), and TL;DR.
 */
const identifier = /[@\\]|:\/\/|^[/$%#]|^\.{1,2}\/|^--|[\p{L}\p{N}][._;][\p{L}\p{N}]/u

/** No list of acronyms is longer, such as `SLA/SLO/SLI`, in UTF-16 units. */
const maxWordLength = 100

/** The words in a stretch of text without white space, such as `(SLAs,` or `R&D/IT`. */
function toWords(stretch: string) {
  const bare = stretch.replace(/^[("'“‘[{]+/, '')
  if (identifier.test(bare)) return []
  return bare
    .split(/[^\p{L}\p{N}&/'’-]+/u)
    .filter((word) => word.length <= maxWordLength)
    .map((word) => word.replace(/^[&/'’-]+|[&/'’-]+$/g, ''))
    .filter((word) => word !== '')
}

/**
 * Whether a sentence is in capitals for emphasis: of the words of two letters or more, two at least and more than two
 * thirds are in capitals, and one of these is a common word or longer than four letters. So
 * `CAC, LTV & MRR` is a list of acronyms and `BUILD BROKE` is not.
 */
function isEmphatic(words: readonly string[]) {
  const long = words.filter((word) => /\p{L}.*\p{L}/u.test(word))
  const capitals = long.filter((word) => !/\p{Ll}/u.test(word))
  const isEmphasis = (word: string) => commonWords.has(word) || /^\p{Lu}{5}/u.test(word)
  return capitals.length >= 2 && capitals.length * 3 > long.length * 2 && capitals.some(isEmphasis)
}

/** `SLA/SLO` has two acronyms, CI/CD and R&D are one each, SLA-based has one. */
function toAcronyms(word: string) {
  if (!/\p{Lu}.*\p{Lu}/u.test(word)) return []
  const alternatives = word.split(/[/&]/)
  const isList = alternatives.every((part) => /^\p{Lu}{3}[^\p{Ll}]*s?$/u.test(part))
  const isCompound = /\p{Ll}{2}/u.test(word)
  return (isList ? alternatives : [word])
    .flatMap((part) => (isCompound ? part.split('-') : [part]))
    .map(toAcronym)
    .filter((acronym) => acronym !== null)
}

function isAcronym(name: string) {
  const { length } = [...name]
  const isMadeOfIt = /^[\p{Lu}\p{N}]+(?:[&/-][\p{Lu}\p{N}]+)?$/u.test(name)
  return isMadeOfIt && length >= 2 && length <= 10 && /\p{Lu}.*\p{Lu}/u.test(name)
}

/** Tickets, quantities, dates, numbered things, hexadecimal and Roman numbers, drawn-out cries. */
function isCode(name: string) {
  const digits = name.match(/\p{N}+/gu) ?? []
  return (
    digits.length > 1 ||
    digits.some((run) => run.length > 2) ||
    /^\p{N}{2}|-\p{N}+$/u.test(name) ||
    /^(?=.*\d)[\dA-F]{6}/.test(name) ||
    /^X{0,3}(?:IX|IV|V?I{0,3})$/.test(name) ||
    /^(?=.{4})(?:(.{1,2})\1+|.*(.)\2\2.*)$/u.test(name)
  )
}

function isCommonWord(name: string) {
  const parts = [name, ...name.split(/[/-]/), name.replace(/^\p{N}+|\p{N}+$/gu, '')]
  return parts.some((part) => commonWords.has(part))
}
