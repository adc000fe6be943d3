import { hash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import type { Db } from '../context.ts'
import type { TermRow } from '../glossary/term.ts'
import { JsonText } from '../json-text.ts'
import { relationKinds, type Status, statuses } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import type { Batch, ExportedRelation, ExportedTerm, Format, Glossary } from './document.ts'
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
export type ReadTerms = (after: JsonText<ExportedTerm> | null, limit: number, offset?: number) => Promise<Batch>

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
  const row = await db.one<{ version: string; total: number }>('export/version', filterOf(selection))
  if (!row) throw new Error('export/version returned no row')
  const { version, total } = row
  const content = [packageJson.version, settings.appUrl, settings.language, version, selection]
  const tag = `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`
  const rest = Math.max(0, total - selection.offset)
  return { tag, total, count: Math.min(selection.limit ?? rest, rest) }
}

/** Counts the terms that an export of each status has, and of all; of one category, if it is not null. */
export async function countExported({ db }: Db, category: string | null): Promise<Record<Status | 'all', number>> {
  const rows = await db.many<{ status: Status; total: number }>('export/counts', { in_category: category })
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
  const { statement, isLinked = false }: Format = formats[selection.format]
  const isExported = whichAreExported(selection)
  return async (after, limit, offset = 0) => {
    const { name = null, full_name = null, category = null } = after?.parse() ?? {}
    const params = { ...filterOf(selection), name, full_name, category, limit, offset }
    const rows = await db.many<Row>(statement, params)
    return rows.map((row) => withRelations(row, isLinked ? isExported : null))
  }
}

type Row = TermRow & { relations: JsonText<ExportedRelation[]> | null }

/** Adds what a term says of others. Most terms say nothing, and are JSON as they are. */
function withRelations(
  { term, relations }: Row,
  isExported: ((relation: ExportedRelation) => boolean) | null,
): JsonText<ExportedTerm> {
  const related = relations?.parse() ?? []
  const lists = relationKinds.map((kind) => [
    kind,
    related.filter((each) => each.kind === kind).map(({ called }) => called),
  ])
  const added = JSON.stringify({
    ...Object.fromEntries(lists),
    ...(isExported && { related: related.map((each) => ({ ...each, isExported: isExported(each) })) }),
  })
  return new JsonText(`${term.text.slice(0, -1)},${added.slice(1)}`)
}

/** Tells which terms an export has in any case: of a part of a list, nobody knows before it is read. */
const whichAreExported =
  ({ status, category, withSuggested, limit, offset }: Selection) =>
  (term: ExportedRelation) =>
    limit === null &&
    offset === 0 &&
    term.is_defined &&
    (status === null || term.status === status) &&
    (withSuggested || term.status !== 'suggested') &&
    (category === null || fold(term.category ?? '') === fold(category))
