import * as v from 'valibot'
import type { FullAnswer, SearchPage } from '../../lookup/answer.ts'
import type { NameLinks } from '../../lookup/name-links.ts'
import { name, TermQuery } from '../../schemas/term.ts'
import { buildUrl } from '../parts/url.ts'

const { q, status, category, stale, owner } = TermQuery.entries

/** The search text and the filters of the home page. */
export const HomeQuery = v.object({
  q,
  status,
  category,
  /** show only the meanings of this name */
  name: v.optional(name),
  /** true: only terms that may be out of date; false: only the others */
  stale,
  /** show only the terms of this owner: "me" or a user ID */
  owner,
})
export type HomeQuery = v.InferOutput<typeof HomeQuery>

/** What the home page shows. */
export type HomeProps = HomeQuery & {
  terms: SearchPage
  offset: number
  categories: readonly string[]
  /** whether the reader follows `category` */
  isFollowed: boolean
  /** the answer to `q`; null without a search */
  answer: HomeAnswer | null
  /** initials of the names that match the filters; empty if the terms are not listed by name */
  initials: readonly string[]
  /** names that people looked for and did not find; on the first page without a search or a filter */
  wanted: readonly string[]
}

/** The answer to a search. Its meanings are shown in full before the list, with links in their definitions. */
export type HomeAnswer = Omit<FullAnswer, 'terms'> & {
  links: NameLinks
  /** whether the reader can ask colleagues for the word, if nothing matches it */
  mayAsk: boolean
}

/** How many terms a page lists. */
export const pageSize = 25

/** Returns the URL of a list of terms, or of a place in it. */
export const homeUrl = (
  { q, name, status, category, stale, owner }: HomeQuery,
  { letter, offset }: { offset?: number; letter?: string } = {},
) => buildUrl('/', { q, name, status, category, stale, owner, letter, offset: offset || undefined })

/** Whether a search matches nothing in the whole glossary, although terms may have a similar spelling. */
export const isUnknown = ({ answer }: Pick<HomeProps, 'answer'>): boolean =>
  answer?.instead?.total === 0

/** Whether a query has a filter. */
export const hasFilter = ({ name, status, category, stale, owner }: HomeQuery): boolean =>
  [name, status, category, stale, owner].some((value) => value !== undefined)

/** The title of the home page names what is searched or listed. */
export const homeTitle = ({ q, name, category }: HomeQuery): string =>
  q ?? name ?? category ?? 'Home'

/** Whether no term matches the search and the filters, although terms with a similar spelling may be listed. */
export const hasNoMatch = ({ terms }: Pick<HomeProps, 'terms'>): boolean =>
  terms.items.length === 0 || terms.did_you_mean !== undefined
