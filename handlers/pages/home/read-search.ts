import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import type { TermSlice } from '../../../lib/lookup/filter-to-terms.ts'
import {
  answerInFull,
  answerQuickly,
  type FullAnswer,
  type QuickAnswer,
  type SearchSlice,
} from '../../../lib/lookup/search-to-terms.ts'
import { type AnsweredTerm, addDetails } from '../../../lib/lookup/terms-to-details.ts'
import { readNotice } from '../../../lib/lookup/wanted-names.ts'
import { followsCategory } from '../../../lib/notify/follows.ts'
import { type Term, TermQuery } from '../../../lib/schemas/term.ts'
import { type ListProps, ListQuery, pageSize } from '../../../lib/web/list-query.ts'

/** More meanings than this are on the page of the word. */
const maxMeanings = 6

type Needs = Pick<Context, 'db' | 'names' | 'log' | 'settings' | 'lookups'>

/** A search, and where its results begin. */
export const SearchQuery = v.object({ ...ListQuery.entries, offset: TermQuery.entries.offset })
export type SearchQuery = v.InferOutput<typeof SearchQuery>

export type SearchProps = Omit<ListProps, 'terms'> & { q: string; terms: SearchSlice; answer: SearchAnswer }

/** The answer to a search. Its meanings are shown in full before the list. */
type SearchAnswer = Omit<FullAnswer, 'terms' | 'meanings'> & {
  meanings: readonly AnsweredTerm[]
  /** whether the reader wants to be told when the word is added; null if that cannot be asked for */
  isAsked: boolean | null
}

/** Reads the answer to a search, and a page of the terms that match it. */
export async function readSearch(
  ctx: Needs,
  actor: Actor,
  { offset, ...query }: SearchQuery & { q: string },
): Promise<SearchProps> {
  const { category } = query
  const own = query.owner === 'me' ? { ...query, owner: actor.id } : query
  const [content, categories, isFollowed] = await Promise.all([
    readAnswer(ctx, actor, own, offset),
    listCategories(ctx),
    category !== undefined && followsCategory(ctx, actor.id, category),
  ])
  // A search replaces the list of the meanings of one name.
  return { ...query, name: undefined, offset, categories, isFollowed, ...content }
}

async function readAnswer(ctx: Needs, actor: Actor, search: ListQuery & { q: string }, offset: number) {
  const found = await answerInFull(ctx, { ...search, readerId: actor.id }, { limit: pageSize, offset })
  const { terms, ...answer } = await translateAnswer(ctx, actor, found)
  if (answer.match === 'none')
    ctx.lookups.offer(actor.id, [...(answer.instead?.names ?? []), ...terms.items.map(({ id }) => id)])
  const [meanings, isAsked] = await Promise.all([
    addDetails(ctx, actor, answer.meanings.slice(0, maxMeanings)),
    isUnknown({ answer }) ? readNotice(ctx, actor.id, answer.asked) : null,
  ])
  return { terms, answer: { ...answer, meanings, isAsked } }
}

/** Adds what the terms of an answer say in the reader's language. */
async function translateAnswer<Found extends { terms: TermSlice; meanings: Term[] }>(
  ctx: Needs,
  actor: Actor,
  found: Found,
): Promise<Found> {
  const { items } = found.terms
  const all = await addTranslations(ctx, languageFor(ctx, actor), [...items, ...found.meanings])
  const meanings = all.splice(items.length)
  return { ...found, terms: { ...found.terms, items: all }, meanings }
}

/** What the dialog shows for a text while it is typed. */
export type QuickSearch = {
  q: string
  terms: TermSlice
  answer: Omit<QuickAnswer, 'terms' | 'meanings'> & { meanings: readonly { term: Term }[] }
}

/** Reads the answer to a text while it is typed, and the terms that follow. */
export async function readQuickly(ctx: Needs, actor: Actor, q: string): Promise<QuickSearch> {
  const search = { q, readerId: actor.id }
  const found = await answerQuickly(ctx, search, { limit: pageSize, offset: 0 })
  const { terms, ...answer } = await translateAnswer(ctx, actor, found)
  const meanings = answer.meanings.slice(0, maxMeanings).map((term) => ({ term }))
  return { q, terms, answer: { ...answer, meanings } }
}

/** Whether a search matches nothing in the whole glossary, although terms may have a similar spelling. */
export const isUnknown = ({ answer }: { answer: Pick<FullAnswer, 'instead'> }): boolean => answer.instead?.total === 0

/** Whether no term matches the search and the filters, although terms with a similar spelling may be listed. */
export const hasNoMatch = ({ terms }: { terms: SearchSlice }): boolean =>
  terms.items.length === 0 || terms.did_you_mean !== undefined
