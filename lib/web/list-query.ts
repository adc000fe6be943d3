import * as v from 'valibot'
import type { TermSlice } from '../lookup/filter-to-terms.ts'
import { name } from '../schemas/content.ts'
import { TermQuery } from '../schemas/term.ts'
import { type Ignored, lenient } from './lenient-query.tsx'
import { buildUrl } from './parts/url.ts'

const { q, category, status, stale, owner } = TermQuery.entries
const chosen = lenient({ status, stale, owner })

/** The filters of a list that have one of a few values. */
export const chosenFilters: readonly string[] = Object.keys(chosen)

/** What a list of terms is searched for, and its filters. */
export const ListQuery = v.object({
  q,
  category,
  /** show only the meanings of this name */
  name: v.optional(name),
  /** `stale`: only terms that may be out of date, or only the others; `owner`: "me", "none" or a user ID */
  ...chosen,
})
export type ListQuery = v.InferOutput<typeof ListQuery>

/** A page of a list of terms, with what its filters show. */
export type ListProps = ListQuery & {
  terms: TermSlice
  offset: number
  categories: readonly string[]
  /** whether the reader follows `category` */
  isFollowed: boolean
  /** a filter of the URL that there is not */
  ignored?: Ignored | undefined
}

export const pageSize = 25

/** Returns the URL of a search or, without a text, of a list by name; or of a place in it. */
export const listUrl = (
  { q, name, status, category, stale, owner }: ListQuery,
  { letter, offset }: { offset?: number; letter?: string } = {},
) => {
  const place = { letter, offset: offset || undefined }
  const filters = { name, status, category, stale, owner }
  return buildUrl(q === undefined ? '/browse' : '/', { q, ...filters, ...place })
}

/** Whether a query limits the list to some terms. */
export const hasFilter = ({ name, status, category, stale, owner }: ListQuery): boolean =>
  [name, status, category, stale, owner].some((value) => value !== undefined)
