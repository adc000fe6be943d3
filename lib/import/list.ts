import type { Context } from '../context.ts'
import { type Page, toPage } from '../db/page.ts'
import { toPerson } from '../glossary/term.ts'
import type { ImportRecord } from '../schemas/import.ts'

type Row = Omit<ImportRecord, 'actor'> & {
  actor_id: string | null
  actor_name: string | null
  total: number
}

/** Lists one page of the imports, newest first. */
export async function listImports(
  { db }: Pick<Context, 'db'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<ImportRecord>> {
  const { items, total } = toPage(await db.many<Row>('imports/list', { limit, offset }))
  return { total, items: items.map(toRecord) }
}

const toRecord = ({ actor_id, actor_name, ...record }: Row): ImportRecord => ({
  ...record,
  actor: toPerson(actor_id, actor_name),
})
