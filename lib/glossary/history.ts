import type { Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import { Problem } from '../problem.ts'
import { contentFields, ofContent } from '../schemas/content.ts'
import type { ListRange } from '../schemas/list.ts'
import type { HistoryEntry, Term, TermVersion } from '../schemas/term.ts'
import { readTerm, termNotFound } from './read.ts'
import type { Content } from './texts.ts'

/**
 * Lists the history of a term, newest first.
 *
 * @returns some entries, and the number of all entries
 * @throws Problem `not_found`
 */
export async function listHistory({ db }: Db, termId: string, range: ListRange): Promise<Slice<HistoryEntry>> {
  const params = { term_id: termId, ...range }
  const rows = await db.many<HistoryEntry & { total: number }>('glossary/list-history', params)
  if (rows.length === 0) throw termNotFound()
  return toSlice(rows)
}

/** Reads what people had written about a term at an earlier version. */
export const readVersion = (ctx: Db, term: Content & Pick<Term, 'id'>, version: number): Promise<Content> =>
  readFields(ctx, term, version, contentFields)

/**
 * Reads a term with the text and the status that it had at a version. Everything else about it is as it is now.
 *
 * @throws Problem `not_found` if there is no such term or version
 */
export async function readTermVersion(ctx: Db, id: string, version: number): Promise<TermVersion> {
  const term = await readTerm(ctx, id)
  if (version < 1 || version > term.version) {
    const detail = `This term has no version ${version}. The current version is ${term.version}.`
    throw new Problem('not_found', { detail })
  }
  const fields = await readFields(ctx, term, version, [...contentFields, 'status'])
  return { ...term, ...fields, version, current_version: term.version }
}

const blanks: Record<string, unknown> = ofContent('blank')

async function readFields<Field extends keyof Content | 'status'>(
  { db }: Db,
  term: Pick<Term, 'id' | Field>,
  version: number,
  fields: readonly Field[],
): Promise<Pick<Term, Field>> {
  const current = Object.fromEntries(fields.map((field) => [field, term[field]]))
  const rows = await db.many<{ field: Field; value: unknown }>('glossary/changed-since', {
    term_id: term.id,
    version,
    fields,
  })
  const earlier = rows.map(({ field, value }) => [field, value ?? blanks[field]])
  return { ...current, ...Object.fromEntries(earlier) } as Pick<Term, Field>
}
