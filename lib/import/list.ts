import type { Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import { toPerson } from '../glossary/term.ts'
import type { ImportRecord } from '../schemas/import.ts'
import type { ListRange } from '../schemas/list-range.ts'

type Row = Omit<ImportRecord, 'actor'> & {
  actor_id: string | null
  actor_name: string | null
  total: number
}

/** Lists the imports, newest first. */
export async function listImports(
  { db }: Db,
  { limit, offset }: ListRange,
): Promise<Slice<ImportRecord>> {
  const { items, total } = toSlice(await db.many<Row>('import/list-imports', { limit, offset }))
  return { total, items: items.map(toRecord) }
}

const toRecord = ({ actor_id, actor_name, ...record }: Row): ImportRecord => ({
  ...record,
  actor: toPerson(actor_id, actor_name),
})
