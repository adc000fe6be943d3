import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'

/** The fields of a term that people write, and that a version of it consists of. */
export const writtenFields = ['name', 'full_name', 'definition', 'category', 'aliases'] as const
export type WrittenField = (typeof writtenFields)[number]
export type Written = Pick<Term, WrittenField>

/** Reads what people had written in a term at an earlier version. */
export async function readVersion(
  { db }: Pick<Context, 'db'>,
  term: Term,
  version: number,
): Promise<Written> {
  const { name, full_name, definition, category, aliases } = term
  const current = { name, full_name, definition, category, aliases }
  if (version >= term.version) return current
  const rows = await db.many<{ field: WrittenField; value: unknown }>('history/fields-at-version', {
    term_id: term.id,
    version,
  })
  return { ...current, ...Object.fromEntries(rows.map(({ field, value }) => [field, value])) }
}
