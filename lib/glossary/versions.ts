import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import { contentFields } from '../schemas/term.ts'
import type { Content } from './texts.ts'

/** Reads what people had written about a term at an earlier version. */
export async function readVersion(
  { db }: Pick<Context, 'db'>,
  term: Term,
  version: number,
): Promise<Content> {
  const current = Object.fromEntries(contentFields.map((field) => [field, term[field]]))
  const rows = await db.many<{ field: keyof Content; value: unknown }>('history/changed-since', {
    term_id: term.id,
    version,
    fields: contentFields,
  })
  const earlier = rows.map(({ field, value }) => [field, value])
  return { ...current, ...Object.fromEntries(earlier) } as Content
}
