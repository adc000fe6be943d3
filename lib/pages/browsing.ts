import type { TermPage } from '../glossary/list.ts'
import type { Status } from '../schemas/term.ts'
import { addressOf } from './address.ts'

/** What somebody looks for. */
export type Search = { q?: string; status?: Status; category?: string }

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
  { q, status, category }: Search,
  place: { offset?: number; letter?: string } = {},
) =>
  addressOf('/', { q, status, category, letter: place.letter, offset: place.offset || undefined })
