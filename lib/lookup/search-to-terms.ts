// A file of this folder is named by what goes in and what comes out. The entrances: search-to-terms.ts answers what a
// person types into a search (REST, home page, Slack, MCP); typed-to-terms.ts says what one name means (pages of words,
// Slack's define, get_term, lookup); text-to-explanation.ts finds the names in a text; filter-to-terms.ts lists terms
// without a search; wanted-names.ts and lookup-counts.ts count what nobody found. in-texts/ finds names in texts, and
// needs no database.
import type { Context, Db } from '../context.ts'
import type { Params } from '../db/statements.ts'
import type { SliceRow } from '../glossary/term.ts'
import type { JsonText } from '../json-text.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Term } from '../schemas/term.ts'
import { filterParams, parseSlice, type TermFilter, type TermSlice, toTermSlice } from './filter-to-terms.ts'
import { hasSmallS } from './in-texts/name-to-forms.ts'
import { namesInDatabase } from './names-in-database.ts'
import { nameBegun } from './question-to-name.ts'
import {
  type Correction,
  correctSpelling,
  hasLongAcronym,
  parseQuery,
  type SearchQuery,
  searchTerms,
} from './search-to-query.ts'
import { findNamed } from './typed-to-meanings.ts'
import { namesOf, suggestCorrected, suggestForQuestion } from './typed-to-suggestions.ts'
import { type Meaning, toMeanings } from './typed-to-terms.ts'
import type { Found, Step } from './whole-to-meanings.ts'

type Needs = Pick<Context, 'db' | 'names'> & { settings: Pick<Context['settings'], 'languages'> }

/** The text of a search, 1 to 200 characters, its filters, and who reads the answer. */
type Search = Omit<TermFilter, 'name'> & { q: string; readerId?: string | null }

type Answer = {
  /** some of the terms that match, or of those with a similar spelling if none does */
  terms: SearchSlice
  match: Step
  /** what was looked up: the text as typed, the name in a question, the names in a text, or those that it misspells */
  asked: string
  /** the meanings of `asked` among `terms`, the best first */
  meanings: Meaning[]
  /** how many meanings `asked` has in the whole glossary */
  total: number
  /** why the first meaning is first, if it is so because the reader follows its category; absent otherwise */
  followed_category?: string
}

export type SearchSlice<Items = Term[]> = TermSlice<Items> & {
  /** up to five names with a similar spelling, if nothing else matches; `items` may have their terms */
  did_you_mean?: string[]
}

/** An answer for a person, who gets something else if nothing matches. */
export type FullAnswer = Answer & { instead: Instead | null }

/** What there is for a person whose search matches no term in any status. */
type Instead = {
  /** the number of terms that match without the filters */
  total: number
  /**
   * up to five similar names, or for a question terms with some of its words, if there are no terms to show, with or
   * without the filters
   */
  names: string[]
}

/** More terms than a name can have meanings. */
const maxFound = 1000

/**
 * Answers a search: first what a lookup finds, then names that start with the text, then its words. If no name is the
 * whole text, names that start with it come before what the lookup finds. If nothing matches, the terms are those with
 * similar spellings. What is written like an acronym is never corrected: its similar names are only suggested.
 */
export async function answerSearch(ctx: Needs, search: Search, range: ListRange): Promise<Answer> {
  const { terms, found } = await runSearch(ctx, search, range)
  return toAnswer({ terms: parseSlice(terms), found })
}

/** Answers a search with terms as JSON. */
export async function searchAsJson(
  ctx: Needs,
  search: Search,
  range: ListRange,
): Promise<SearchSlice<JsonText<Term[]>>> {
  const { terms } = await runSearch(ctx, search, range)
  return terms
}

/** Answers a search as `answerSearch` does, and says what there is instead if nothing matches. */
export async function answerInFull(ctx: Needs, search: Search, range: ListRange): Promise<FullAnswer> {
  const results = await runSearch(ctx, search, range)
  const instead = hasMatches(results.row) ? null : await findInstead(ctx, search, results)
  const terms = parseSlice(results.terms)
  return { ...toAnswer({ terms, found: results.found }), instead }
}

/** An answer to a text that is still being typed. */
export type QuickAnswer = Omit<Answer, 'terms'> & {
  terms: TermSlice
  /** up to five similar names, if nothing matches */
  names: string[]
}

/** Answers a text while it is being typed, with few statements: it corrects no spelling, but has similar names. */
export async function answerQuickly(ctx: Needs, { q, readerId }: Search, range: ListRange): Promise<QuickAnswer> {
  const found = await findNamed(namesInDatabase(ctx, readerId), q, {}, maxFound, false)
  const { row } = await searchFor(ctx, found, { q }, range)
  const terms = parseSlice(toTermSlice(row))
  const names = hasMatches(row) ? [] : await suggestCorrected(ctx, found.asked, null)
  return { ...toAnswer({ terms, found }), names }
}

type Results = {
  terms: SearchSlice<JsonText<Term[]>>
  found: Found
  query: SearchQuery
  row: SliceRow
  corrected: Corrected | null
}
type Corrected = { correction: Correction; row: SliceRow; names: string[] }

/** Searches for what a lookup has found and for the words of a text. */
async function searchFor({ db, settings }: Needs, found: Found, { q, ...filter }: Search, range: ListRange) {
  const isUnfinished = isPartial(found)
  const known = {
    found: found.named.map(({ term_id }) => term_id),
    is_partial: isUnfinished,
    languages: settings.languages.slice(1),
  }
  const query = { ...parseQuery(q, known), ...(isUnfinished && { q: nameBegun(q) }) }
  const params = { ...filterParams(filter), ...range }
  return { query, params, row: await searchTerms({ db }, query, params) }
}

/** Whether no name is the whole text, which may be unfinished: then the names that begin with it come first. */
const isPartial = ({ match, asked }: Found) =>
  ['misspelled', 'contained', 'none'].includes(match) || (match === 'inflected' && !isAcronyms(asked))

/** `SLAs` and `slas` are a plural, but `Ins`, `DOCS` or `Communication Services` may just as well begin a name. */
const isAcronyms = (text: string) => !/\s/.test(text) && (!/\p{Lu}/u.test(text) || hasSmallS(text))

async function runSearch(ctx: Needs, search: Search, range: ListRange): Promise<Results> {
  const { q, readerId } = search
  const found = await findNamed(namesInDatabase(ctx, readerId), q, {}, maxFound)
  const { query, params, row } = await searchFor(ctx, found, search, range)
  const corrected = hasMatches(row) ? null : await correct(ctx, found.asked, params)
  const isShown = corrected !== null && !hasLongAcronym(found.asked)
  const slice = toTermSlice(isShown ? corrected.row : row, search.status)
  const names = corrected?.names ?? []
  const terms = names.length > 0 ? { ...slice, did_you_mean: names } : slice
  return { terms, found, query, row, corrected }
}

/** Nothing is the answer if other names begin with the text, of which it is a part. */
function toAnswer<Terms extends TermSlice>({ terms, found }: { terms: Terms; found: Found }) {
  const { named, ...rest } = found
  const { match, asked } = rest
  const isUnfinished = isPartial(found) && terms.items[0]?.id !== named[0]?.term_id
  if (isUnfinished) return { terms, match, asked, meanings: [], total: 0 }
  return { ...rest, terms, meanings: toMeanings(named, terms.items) }
}

/** Searches for the names whose spelling is similar. Returns null if no word of the text is long enough. */
async function correct({ db, names }: Needs, text: string, params: Params): Promise<Corrected | null> {
  const correction = await correctSpelling({ db, names }, text)
  if (!correction) return null
  const row = await searchTerms({ db }, correction.query, params)
  return { correction, row, names: namesOf(row, correction) }
}

async function findInstead(
  { db }: Db,
  { category, stale, owner }: Search,
  { terms, found: { asked }, query, corrected }: Results,
): Promise<Instead> {
  const isNarrowed = [category, stale, owner].some((value) => value !== undefined)
  const first = { ...filterParams({}), limit: 1, offset: 0 }
  const total = isNarrowed ? toTermSlice(await searchTerms({ db }, query, first)).total : 0
  if (total > 0 || terms.total > 0) return { total, names: [] }
  if (terms.did_you_mean) return { total, names: terms.did_you_mean }
  const mayMatch = corrected !== null && (isNarrowed || hasMatches(corrected.row))
  const correction = corrected?.correction ?? null
  const names = await suggestCorrected({ db }, asked, correction, mayMatch)
  return { total, names: names.length > 0 ? names : await suggestForQuestion({ db }, asked) }
}

const hasMatches = ({ counts }: SliceRow) => Object.keys(counts).length > 0
