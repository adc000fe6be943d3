import type { Context } from '../context.ts'
import { termNotFound } from '../glossary/read.ts'
import type { JsonText } from '../json-text.ts'
import type { Impact } from '../schemas/term.ts'

type Row = Omit<Impact, 'named_in'> & { named_in: JsonText<Impact['named_in']> }

/**
 * Says what would be missing without a term (contract, section 20). It is computed from what is stored now.
 *
 * @throws Problem `not_found`
 */
export async function readImpact(
  { db, settings: { wanted } }: Pick<Context, 'db' | 'settings'>,
  id: string,
): Promise<Impact> {
  const row = await db.one<Row>('review/impact', { id, wanted })
  if (!row) throw termNotFound()
  return { ...row, named_in: row.named_in.parse() }
}
