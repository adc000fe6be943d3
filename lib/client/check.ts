import type { Format } from '../lookup/read-text.ts'
import { toComments } from './comments.ts'
import type { Glossary } from './glossary.ts'
import type { CopiedTerm } from './service.ts'

/** Something to say about a text; `say` is null if it is only unknown. Offsets count UTF-16 units. */
export type Remark = {
  start: number
  end: number
  text: string
  say: string | null
  kind: 'discouraged' | 'misspelling' | 'replaced' | 'unknown'
}

/**
 * Finds discouraged names, misspellings and replaced terms, in the order of a text. What is also the name of another term is
 * none.
 *
 * @param path of source code, only the comments are read
 * @param withUnknown also what is written like an acronym and no term explains
 */
export async function check(glossary: Glossary, path: string, text: string, withUnknown = false): Promise<Remark[]> {
  const format: Format = /\.(?:md|markdown|mdx)$/i.test(path) ? 'markdown' : 'text'
  const readable = toComments(path, text) ?? text
  const { found, unknown } = await glossary.explain(readable, format, { withUnknown })
  const remarks = found.flatMap(({ start, end, rows }): Remark[] => {
    const meant = rows.flatMap(({ term_id, kind }) => toFault(glossary, term_id, kind) ?? [])
    const [best] = meant
    return best && meant.length === rows.length ? [{ start, end, text: text.slice(start, end), ...best }] : []
  })
  return [...remarks, ...unknown.map((part) => ({ ...part, say: null, kind: 'unknown' as const }))].sort(
    (a, b) => a.start - b.start,
  )
}

/** What is wrong with a name of a term; null if nothing is. */
function toFault(glossary: Glossary, id: string, nameKind: string): Pick<Remark, 'say' | 'kind'> | null {
  const term = glossary.termOf(id)
  if (!term) return null
  const other = replacementOf(glossary, term)
  const say = other ?? term.name
  if (nameKind === 'discouraged' || nameKind === 'misspelling') return { say, kind: nameKind }
  return other === null ? null : { say, kind: 'replaced' }
}

/** The name of the term that replaces another one. The export adds its category or full name where the name is not enough. */
export function replacementOf({ terms }: Glossary, { replaced_by }: CopiedTerm): string | null {
  const [given] = [replaced_by ?? []].flat()
  if (!given) return null
  const isName = terms.some(({ name }) => name === given)
  return isName ? given : given.replace(/ \([^()]*\)$/, '')
}

/** What a remark says, on one line. */
export const describeRemark = ({ text, say }: Pick<Remark, 'text' | 'say'>): string => {
  const shown = text.replace(/\s+/g, ' ')
  return say === null ? `"${shown}" is not in the glossary` : `say "${say}", not "${shown}"`
}
