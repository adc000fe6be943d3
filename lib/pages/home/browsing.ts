import type { TermPage } from '../../glossary/list.ts'
import type { Status } from '../../schemas/term.ts'
import { addressOf } from '../parts/address.ts'

/** What somebody looks for. */
export type Search = {
  q?: string
  status?: Status
  category?: string
  /** those alone that may be out of date, or that are not */
  stale?: boolean
  /** those of one owner alone: "me" or a user id */
  owner?: string
}

/** A page of the glossary, as searched and filtered. */
export type Browsing = Search & {
  terms: TermPage
  offset: number
  pageSize: number
  /** all categories there are */
  categories: readonly string[]
  /** the initials of all names, where the list is by name */
  initials: readonly string[]
  /** names close to `q`, where nothing was found */
  close: readonly string[]
}

/** The address of a search, and of a place in what it finds. */
export const searchAddress = (
  { q, status, category, stale, owner }: Search,
  { letter, offset }: { offset?: number; letter?: string } = {},
) => addressOf('/', { q, status, category, stale, owner, letter, offset: offset || undefined })
