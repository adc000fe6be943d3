import { isEnglishWord } from '../lookup/english-words.ts'
import { toReplacement } from '../lookup/in-texts/names-to-changes.ts'
import { escapeName } from '../lookup/in-texts/subtitles-to-spoken.ts'
import type { NameRow } from '../lookup/name-rows.ts'
import type { FaultKind } from '../schemas/lookup.ts'
import { fold } from '../schemas/text.ts'
import type { Glossary } from './glossary.ts'
import { toProse } from './prose.ts'
import type { CopiedTerm } from './service.ts'

/** Something to say about a text; `say` is null if it is only unknown. Offsets count UTF-16 units. */
export type Remark = {
  start: number
  end: number
  text: string
  say: string | null
  kind: FaultKind | 'unknown'
  /** what to write there: what to say, with its ending and its capital */
  fix: string | null
}

/**
 * Finds discouraged names, misspellings and replaced terms, in the order of a text. What is also the name of another
 * term is none.
 *
 * @param path of source code, only the comments are read
 * @param withUnknown also what is written like an acronym and no term explains
 */
export async function check(glossary: Glossary, path: string, text: string, withUnknown = false): Promise<Remark[]> {
  const prose = toProse(path, text)
  const { found, unknown, readable, known } = await glossary.explain(prose.text, prose.format, { withUnknown })
  const remarks = found.flatMap((span): Remark[] => {
    const { start, end, rows } = span
    const counted = rows.filter((row) => counts(glossary, row))
    const meant = counted.flatMap((row) => toFault(glossary, row) ?? [])
    const [best] = meant
    if (!best || meant.length < counted.length) return []
    const fix = escapeName(toReplacement(readable, span, best.row, best.say, known), prose.format)
    return [{ start, end, text: text.slice(start, end), say: best.say, kind: best.kind, fix }]
  })
  // A word in capitals is no acronym.
  const acronyms = unknown.filter((part) => !isEnglishWord(part.text.toLowerCase()))
  return [...remarks, ...acronyms.map((part) => ({ ...part, say: null, fix: null, kind: 'unknown' as const }))].sort(
    (a, b) => a.start - b.start,
  )
}

/**
 * Whether a name counts: a discouraged one only in the category of the repository, without which one only if it is no
 * English word (contract, section 21).
 */
function counts({ category: wanted }: Glossary, { name, kind, category }: NameRow): boolean {
  if (kind !== 'discouraged') return true
  if (wanted === undefined) return !isEnglishWord(name.toLowerCase())
  return category === null || fold(category) === fold(wanted)
}

/** What is wrong with a name of a term; null if nothing is. */
function toFault(glossary: Glossary, row: NameRow): { say: string; kind: FaultKind; row: NameRow } | null {
  const term = glossary.termOf(row.term_id)
  if (!term) return null
  const other = glossary.replacementOf(term)?.name ?? replacementOf(glossary, term)
  const say = other ?? term.name
  if (row.kind === 'discouraged' || row.kind === 'misspelling') return { say, kind: row.kind, row }
  return other === null ? null : { say, kind: 'replaced', row }
}

/**
 * The name of the term that replaces another one. The export adds its category or full name where the name is not
 * enough.
 */
export function replacementOf({ terms }: Glossary, { replaced_by }: CopiedTerm): string | null {
  const [given] = [replaced_by ?? []].flat()
  if (!given) return null
  const isName = terms.some(({ name }) => name === given)
  return isName ? given : given.replace(/ \([^()]*\)$/, '')
}

/** What a change says, on one line. */
export const describeChange = (from: string, to: string): string => `"${from.replace(/\s+/g, ' ')}" is now "${to}"`

/** What a remark says, on one line. */
export const describeRemark = ({ text, say }: Pick<Remark, 'text' | 'say'>): string => {
  const shown = text.replace(/\s+/g, ' ')
  return say === null ? `"${shown}" is not in the glossary` : `say "${say}", not "${shown}"`
}
