import type { Db } from '../context.ts'
import type { ListRange } from '../schemas/list-range.ts'
import type { HistoryEntry } from '../schemas/term.ts'
import { termNotFound } from './read.ts'
import { toPerson } from './term.ts'

type Row = { total: number } & (
  | (Omit<HistoryEntry, 'actor' | 'accepted_by'> & {
      actor_id: string | null
      actor_name: string | null
      accepter_id: string | null
      accepter_name: string | null
    })
  | { id: null }
)

/**
 * Lists the history of a term, newest first.
 *
 * @returns some entries, and the number of all entries
 * @throws Problem `not_found`
 */
export async function listHistory(
  { db }: Db,
  termId: string,
  range: ListRange,
): Promise<{ items: HistoryEntry[]; total: number }> {
  const rows = await db.many<Row>('glossary/list-history', { term_id: termId, ...range })
  if (!rows[0]) throw termNotFound()
  const items = rows.flatMap((row) => {
    if (row.id === null) return []
    const { total, actor_id, actor_name, accepter_id, accepter_name, ...entry } = row
    const actor = toPerson(actor_id, actor_name)
    return [{ ...entry, actor, accepted_by: toPerson(accepter_id, accepter_name) }]
  })
  return { items, total: rows[0].total }
}
