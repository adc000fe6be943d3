import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { findAcronymsInText } from '../../discovery/acronyms.ts'
import { chooseLongest, createNameSet } from './name-set.ts'
import { type Part, type Token, toSpelling } from './text-to-tokens.ts'

/**
 * Finds what is written like an acronym in a text, and is not part of what is known. The rules are those of discovery,
 * with its list of common words. The ending of a plural is left out.
 *
 * @param known in the order of the text, which may overlap
 */
export async function findUnknown(
  text: string,
  tokens: readonly Token[],
  known: readonly Pick<Part, 'start' | 'end'>[],
): Promise<Part[]> {
  const names = new Set<string>()
  for (const [piece] of toPlainText(text).matchAll(pieces)) {
    for (const acronym of findAcronymsInText(piece)) names.add(acronym)
    if (isPartOver()) await nextTurn() // Others are served between the parts of what a long text takes.
  }
  if (names.size === 0) return []
  const acronyms = createNameSet()
  for (const name of names) acronyms.add(name)
  const unknown: Part[] = []
  let next = 0
  for (const { start, end } of chooseLongest(acronyms.find(tokens))) {
    if (isPartOver()) await nextTurn()
    while ((known[next]?.end ?? Infinity) <= start) next++
    if ((known[next]?.start ?? Infinity) < end) continue
    const acronym = text.slice(start, end).replace(/e?s$/, '')
    unknown.push({ start, end: start + acronym.length, text: acronym })
  }
  return unknown
}

/** A text is read by pieces, which end with a sentence or at least with a word if that is possible. */
const pieces = /.{1,5000}(?:\n|[.!?]\s|$)|.{1,5000}(?:\s|$)|.{5000}/gs

const controls = /[^\P{Cc}\n]/gu
const footnoteMarks = /[⁰¹²³⁴-⁹]/g
const toPlainText = (text: string) =>
  text.replace(controls, ' ').replace(footnoteMarks, ' ').toWellFormed().split('\n').map(toSpelling).join('\n')
