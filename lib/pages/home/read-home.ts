import * as v from 'valibot'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/actor.ts'
import { answerInFull } from '../../lookup/answer.ts'
import { listCategories, listInitials, offsetOfInitial } from '../../lookup/browse.ts'
import { listTerms } from '../../lookup/list.ts'
import { findNameLinks } from '../../lookup/name-links.ts'
import { canBeWanted, listWanted } from '../../lookup/wanted.ts'
import { followsCategory } from '../../notify/follows.ts'
import { TermQuery } from '../../schemas/term.ts'
import { text } from '../../schemas/text.ts'
import { type HomeProps, HomeQuery, hasFilter, pageSize } from './home-query.ts'

/** More meanings than this are on the page of the word. */
const maxMeanings = 6
const maxWanted = 5

type Needs = Pick<Context, 'db' | 'names' | 'log' | 'settings'>

/** Where the home page begins, besides what it searches or lists: at an offset, or at the first name with a letter. */
export const HomePlace = v.object({
  ...HomeQuery.entries,
  offset: TermQuery.entries.offset,
  letter: v.optional(text(1)),
})
export type HomePlace = v.InferOutput<typeof HomePlace>

/** Reads what the home page shows: the answer to a search, or else a list by name. */
export async function readHome(ctx: Needs, actor: Actor, place: HomePlace): Promise<HomeProps> {
  const { offset, letter, ...query } = place
  const own = query.owner === 'me' ? { ...query, owner: actor.id } : query
  const { category, q } = query
  const [content, categories, isFollowed] = await Promise.all([
    q === undefined
      ? readList(ctx, actor, own, { offset, letter })
      : readAnswer(ctx, { ...own, q }, offset),
    listCategories(ctx),
    category !== undefined && followsCategory(ctx, actor.id, category),
  ])
  return { ...query, offset, categories, isFollowed, ...content }
}

async function readAnswer(ctx: Needs, { q, ...filter }: HomeQuery & { q: string }, offset: number) {
  const { terms, ...answer } = await answerInFull(
    ctx,
    { q, ...filter },
    { limit: pageSize, offset },
  )
  const meanings = answer.meanings.slice(0, maxMeanings)
  const links = await findNameLinks(ctx, meanings)
  const mayAsk = canBeWanted(ctx.settings, answer.asked)
  // A search replaces the list of the meanings of one name.
  return {
    terms,
    name: undefined,
    answer: { ...answer, meanings, links, mayAsk },
    initials: [],
    wanted: [],
  }
}

async function readList(
  ctx: Needs,
  actor: Actor,
  filter: HomeQuery,
  place: Pick<HomePlace, 'offset' | 'letter'>,
) {
  const offset = await offsetOf(ctx, filter, place)
  // As everyone sees them: what only editors see is on the page of wanted names.
  const reader = { id: actor.id, isEditor: false }
  const isStart = ctx.settings.wanted && !hasFilter(filter) && offset === 0
  const [terms, initials, wanted] = await Promise.all([
    listTerms(ctx, filter, { limit: pageSize, offset }),
    filter.name === undefined ? listInitials(ctx, filter) : [],
    isStart ? listWanted(ctx, reader, { limit: maxWanted, offset: 0 }) : { items: [] },
  ])
  return { terms, offset, answer: null, initials, wanted: wanted.items.map(({ name }) => name) }
}

/** Everything that sorts before the letter A is at the beginning. */
function offsetOf(
  ctx: Needs,
  filter: HomeQuery,
  { offset, letter }: Pick<HomePlace, 'offset' | 'letter'>,
) {
  const isLetter = letter !== undefined && letter.toLowerCase() >= 'a'
  return isLetter ? offsetOfInitial(ctx, letter, filter) : offset
}
