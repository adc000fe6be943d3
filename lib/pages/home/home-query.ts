import type { TermPage } from '../../lookup/list.ts'
import type { Status } from '../../schemas/term.ts'
import { buildUrl } from '../parts/url.ts'

/** The search text and the filters of the home page. */
export type HomeQuery = {
  q?: string
  /** show only the meanings of this name */
  name?: string
  status?: Status
  category?: string
  /** true: only terms that may be out of date; false: only the others */
  stale?: boolean
  /** show only the terms of this owner: "me" or a user ID */
  owner?: string
}

/** What the home page shows. */
export type HomeProps = HomeQuery & {
  terms: TermPage
  offset: number
  pageSize: number
  categories: readonly string[]
  /** initials of the names that match the filters; empty if the terms are not listed by name */
  initials: readonly string[]
  /** number of terms that match `q` without any filter; read only if nothing matches with the filters */
  totalWithoutFilters: number
  /** names similar to `q`; read only if no term matches `q` */
  similarNames: readonly string[]
}

/** Returns the URL of a list of terms, or of a place in it. */
export const homeUrl = (
  { q, name, status, category, stale, owner }: HomeQuery,
  { letter, offset }: { offset?: number; letter?: string } = {},
) => buildUrl('/', { q, name, status, category, stale, owner, letter, offset: offset || undefined })

/** Whether a query has a filter. */
export const hasFilter = ({ name, status, category, stale, owner }: HomeQuery): boolean =>
  [name, status, category, stale, owner].some((value) => value !== undefined)

/** The title of the home page names what is searched or listed. */
export const homeTitle = ({ q, name, category }: HomeQuery): string =>
  q ?? name ?? category ?? 'Home'
