import type { Context } from '../context.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'
import type { TextField, Texts } from './merge.ts'
import { termNotFound } from './read.ts'
import { toPerson } from './term.ts'

type Row = { total: number } & (
  | (Omit<HistoryEntry, 'actor'> & { actor_id: string | null; actor_name: string | null })
  | { id: null }
)

/**
 * A page of a term's history, newest first.
 *
 * @returns the entries and how many there are in all
 * @throws Problem `not_found`
 */
export async function listHistory(
  { db }: Pick<Context, 'db'>,
  termId: string,
  range: { limit: number; offset: number },
): Promise<{ items: HistoryEntry[]; total: number }> {
  const rows = await db.many<Row>('history/list', { term_id: termId, ...range })
  if (!rows[0]) throw termNotFound()
  const items = rows.flatMap((row) => {
    if (row.id === null) return []
    const { total, actor_id, actor_name, ...entry } = row
    return [{ ...entry, actor: toPerson(actor_id, actor_name) }]
  })
  return { items, total: rows[0].total }
}

/** The texts of a term as they were at one of its versions. */
export async function textsAt(
  { db }: Pick<Context, 'db'>,
  term: Term,
  version: number,
): Promise<Texts> {
  const { name, full_name, definition, category } = term
  const now = { name, full_name, definition, category }
  if (version === term.version) return now
  const rows = await db.many<{ field: TextField; value: string | null }>('history/changed-since', {
    term_id: term.id,
    version,
  })
  return { ...now, ...Object.fromEntries(rows.map(({ field, value }) => [field, value])) }
}
