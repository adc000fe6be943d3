import * as v from 'valibot'
import { type Sort, TermQuery } from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import { lenient } from './lenient-query.tsx'
import { buildUrl } from './parts/url.ts'

const { q, status, category, stale, owner, sort, order, updated_since, offset } = TermQuery.entries

/** The filters and the order of the table, which its URL has. */
export const tableFields = lenient({
  ...{ q, status, category, stale, owner, sort, order, updated_since },
  /** the ID of an import: the terms that it added or changed */
  import: v.optional(uuid),
  /** those whose name is an everyday word, and that texts mark in any case */
  everyday: v.optional(v.literal('true')),
})
export const TableQuery = v.object({ ...tableFields, offset })
export type TableQuery = Omit<v.InferOutput<typeof TableQuery>, 'offset'>

/** How long the name or email address of a new owner can be. */
export const maxOwnerLength = 200

export const pageSize = 50

/** Returns the URL of a table, or of a place in it. */
export const tableUrl = (query: TableQuery, offset = 0) =>
  buildUrl('/terms', { ...toFields(query), offset: offset || undefined })

/** A query as hidden fields of a form, with the day of `updated_since` alone. */
export const toFields = ({ updated_since, ...query }: TableQuery) => ({
  ...query,
  updated_since: updated_since?.slice(0, '2026-11-25'.length),
})

/** Whether a column is sorted in descending order, unless the query says otherwise. */
const descends = (sort: Sort) => sort !== 'name'

/** How the table is sorted by a column now: null if it is not. */
export function directionOf(column: Sort, { sort = 'name', order }: TableQuery) {
  if (column !== sort) return null
  return (order ?? (descends(sort) ? 'desc' : 'asc')) === 'desc' ? 'descending' : 'ascending'
}

/** The query that sorts by a column, or the other way round if it does so already. */
export function sortedBy(column: Sort, query: TableQuery): TableQuery {
  const direction = directionOf(column, query)
  if (direction === null) return { ...query, sort: column, order: undefined }
  return { ...query, sort: column, order: direction === 'descending' ? 'asc' : 'desc' }
}
