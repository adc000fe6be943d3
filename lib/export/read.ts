import { hash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import type { Db } from '../context.ts'
import type { TermRow } from '../glossary/term.ts'
import type { JsonText } from '../json-text.ts'
import { type Status, statuses, type Term } from '../schemas/term.ts'
import type { Batch, Glossary } from './document.ts'
import { type FormatName, formats } from './formats.ts'

/** Which terms to export, and how. */
export type Selection = {
  format: FormatName
  /** only terms with this status; all if null */
  status: Status | null
  /** only terms in this category, of any case; all if null */
  category: string | null
  /** false leaves out suggested terms */
  withSuggested: boolean
  /** how many terms at most; all if null */
  limit: number | null
  /** how many terms to skip */
  offset: number
  /** whether CSV begins with a byte order mark, without which Excel takes it for another encoding */
  bom?: boolean
}

/** Reads the terms that follow a term in the order of an export; from the beginning if it is null. */
export type ReadTerms = (
  after: JsonText<Term> | null,
  limit: number,
  offset?: number,
) => Promise<Batch>

const filterOf = ({ status, category, withSuggested }: Selection) => ({
  status,
  in_category: category,
  with_suggested: withSuggested,
})

/**
 * Reads what an export will contain.
 *
 * @returns a tag that changes with the content, the number of terms in the export, and the number of all that could be
 *   in it without `limit` and `offset`
 */
export async function readSummary(
  { db, settings }: Db & { settings: Glossary },
  selection: Selection,
): Promise<{ tag: string; count: number; total: number }> {
  const row = await db.one<{ version: string; total: number }>(
    'export/version',
    filterOf(selection),
  )
  if (!row) throw new Error('export/version returned no row')
  const { version, total } = row
  const content = [packageJson.version, settings.appUrl, settings.language, version, selection]
  const tag = `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`
  const rest = Math.max(0, total - selection.offset)
  return { tag, total, count: Math.min(selection.limit ?? rest, rest) }
}

/** Counts the terms that an export of each status has, and of all; of one category, if it is not null. */
export async function countExported(
  { db }: Db,
  category: string | null,
): Promise<Record<Status | 'all', number>> {
  const rows = await db.many<{ status: Status; total: number }>('export/counts', {
    in_category: category,
  })
  const counts = Object.fromEntries(statuses.map((status) => [status, 0]))
  for (const { status, total } of rows) counts[status] = total
  const all = rows.reduce((sum, { total }) => sum + total, 0)
  return { ...(counts as Record<Status, number>), all }
}

/**
 * Creates the function that reads the terms of an export. Reading a long list this way takes the same time for each batch,
 * and holds nothing in the database between two batches. Terms that change in between may appear twice or not at all.
 */
export function termReader({ db }: Db, selection: Selection): ReadTerms {
  const { statement } = formats[selection.format]
  return async (after, limit, offset = 0) => {
    const { name = null, full_name = null, category = null } = after?.parse() ?? {}
    const params = { ...filterOf(selection), name, full_name, category, limit, offset }
    const rows = await db.many<TermRow>(statement, params)
    return rows.map(({ term }) => term)
  }
}
