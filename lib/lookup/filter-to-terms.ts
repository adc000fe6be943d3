import type { Db } from '../context.ts'
import type { SliceRow } from '../glossary/term.ts'
import type { JsonText } from '../json-text.ts'
import type { ListRange } from '../schemas/list.ts'
import { countsOf, type Sort, type Status, type Term, totalOf } from '../schemas/term.ts'
import { splitWords } from './in-texts/text-to-tokens.ts'

export type TermFilter = {
  status?: Status
  /** matched regardless of case */
  category?: string
  stale?: boolean
  /** all meanings of this name, matched regardless of case */
  name?: string
  /** what the name, an alias, the full name or the definition has: its words, which may be unfinished */
  text?: string
  /** the ID of an import that added or changed them */
  importId?: string
  /** those whose name is one of these, in lower case, but not in capitals, and that texts mark in any case */
  everyday?: readonly string[] | undefined
  /** a user ID, or `none`: the terms that nobody owns */
  owner?: string
}

/** A list in another order than by name, or of the terms that have changed since a time. */
type Sorting = {
  sort?: Sort | undefined
  /** by default, names ascend, everything else descends */
  order?: 'asc' | 'desc' | undefined
  /** ISO 8601, in UTC */
  updated_since?: string | undefined
}

export type TermSlice<Items = Term[]> = {
  items: Items
  /** number of terms that match the filter */
  total: number
  /** number of terms in each status that match the rest of the filter */
  counts_by_status: Record<Status, number>
}

/** A slice as the database has written it. */
type JsonSlice = TermSlice<JsonText<Term[]>>

/** The parameters of a filter, as the statements of lists take them. */
export const filterParams = ({ name, status, category, stale, owner, text, importId, everyday }: TermFilter) => ({
  name: name ?? null,
  status: status ?? null,
  category: category ?? null,
  stale: stale ?? null,
  owner_id: owner === 'none' ? null : (owner ?? null),
  is_ownerless: owner === 'none' ? true : null,
  text: text ?? null,
  import_id: importId ?? null,
  everyday: everyday ?? null,
  words: text === undefined ? null : beginningsOf(text),
})

/** The words of a text as a tsquery that also matches longer words; null if it has none. */
const beginningsOf = (text: string) =>
  splitWords(text.toLowerCase())
    .map((word) => `${word}:*`)
    .join(' & ') || null

/** Lists terms by name. */
export async function listTerms({ db }: Db, filter: TermFilter, range: ListRange): Promise<TermSlice> {
  return parseSlice(await listTermsAsJson({ db }, filter, range))
}

/** Lists terms, by name unless `sorting` says otherwise, as JSON. */
export async function listTermsAsJson(
  { db }: Db,
  filter: TermFilter,
  range: ListRange,
  sorting: Sorting = {},
): Promise<JsonSlice> {
  const { status, ...narrowing } = filterParams(filter)
  const isNarrowed = Object.values(narrowing).some((value) => value !== null)
  const params = { status, ...range }
  const row =
    isNarrowed || isSorted(sorting)
      ? await db.one<SliceRow>('lookup/list-filtered-terms', { ...params, ...narrowing, ...sortParams(sorting) })
      : await db.one<SliceRow>('lookup/list-terms', params)
  if (!row) throw new Error('the list of terms has no row')
  return toTermSlice(row, filter.status)
}

const isSorted = (sorting: Sorting) => Object.values(sorting).some((value) => value !== undefined)

const sortParams = ({ sort, order, updated_since }: Sorting) => ({
  sort: sort ?? (order ? 'name' : null),
  is_descending: (order ?? ((sort ?? 'name') === 'name' ? 'asc' : 'desc')) === 'desc',
  updated_since: updated_since ?? null,
})

/** @param status the one that the list is filtered by, if any */
export function toTermSlice({ items, counts }: SliceRow, status?: Status): JsonSlice {
  const counts_by_status = countsOf(counts)
  const total = status ? counts_by_status[status] : totalOf(counts_by_status)
  return { items, total, counts_by_status }
}

/** Parses the terms of a slice. */
export function parseSlice<Slice extends JsonSlice>(slice: Slice) {
  return { ...slice, items: slice.items.parse() }
}
