import { findAcronymsInText } from '../discovery/acronyms.ts'
import { chooseLongest, createNameSet } from './name-set.ts'
import { type Part, type Token, toSpelling } from './tokens.ts'

/**
 * Finds what is written like an acronym in a text, and is not part of a match. The rules are those of discovery, with
 * its list of common words. The ending of a plural is left out.
 *
 * @param matches in the order of the text
 */
export function findUnknown(
  text: string,
  tokens: readonly Token[],
  matches: readonly Part[],
): Part[] {
  const acronyms = createNameSet()
  for (const acronym of findAcronymsInText(toPlainText(text))) acronyms.add(acronym)
  const unknown: Part[] = []
  let next = 0
  for (const { start, end } of chooseLongest(acronyms.find(tokens))) {
    while ((matches[next]?.end ?? Infinity) <= start) next++
    if ((matches[next]?.start ?? Infinity) < end) continue
    const acronym = text.slice(start, end).replace(/e?s$/, '')
    unknown.push({ start, end: start + acronym.length, text: acronym })
  }
  return unknown
}

const controls = /[^\P{Cc}\n]/gu
const footnoteMarks = /[⁰¹²³⁴-⁹]/g
const toPlainText = (text: string) =>
  text
    .replace(controls, ' ')
    .replace(footnoteMarks, ' ')
    .toWellFormed()
    .split('\n')
    .map(toSpelling)
    .join('\n')
