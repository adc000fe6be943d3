import type { Context } from '../../../lib/context.ts'
import type { Thresholds } from '../../../lib/glossary/lifecycle.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import {
  type Category,
  countCategories,
  type FirstWord,
  listFirstWords,
  readWordsOfTheDay,
} from '../../../lib/lookup/browse.ts'
import { listTerms } from '../../../lib/lookup/list.ts'
import { type ListedName, listWanted } from '../../../lib/lookup/wanted.ts'
import { type News, readNews } from '../../../lib/notify/news.ts'
import { statuses, type Term } from '../../../lib/schemas/term.ts'

type Needs = Pick<Context, 'db' | 'now' | 'settings'>

/** What the home page shows without a search. */
export type StartProps = {
  isEmpty: boolean
  news: News
  /** the word of the day, and another to try the search with */
  words: readonly Term[]
  thresholds: Thresholds
  /** names that people looked up and did not find */
  wanted: readonly ListedName[]
  /** terms that nobody has explained yet */
  suggested: readonly Term[]
  categories: readonly Category[]
  /** what someone who is new here meets first */
  firstWords: readonly FirstWord[]
}

const maxNews = 5
/** The others are on the page Browse. */
const maxCategories = 12
/** How many names the page asks about. */
const maxAsked = 5

/** Reads what the home page shows without a search. */
export async function readStart(ctx: Needs, actor: Actor): Promise<StartProps> {
  // As everyone sees them: what only editors see is on the page of missing words.
  const reader = { id: actor.id, isEditor: false }
  const first = { limit: maxAsked, offset: 0 }
  const [news, words, wanted, suggested, categories, firstWords] = await Promise.all([
    readNews(ctx, actor.id, maxNews),
    readWordsOfTheDay(ctx),
    ctx.settings.wanted ? listWanted(ctx, reader, first) : { items: [] },
    listTerms(ctx, { status: 'suggested' }, first),
    countCategories(ctx, maxCategories),
    listFirstWords(ctx, actor.id),
  ])
  const counts = suggested.counts_by_status
  return {
    isEmpty: statuses.every((status) => counts[status] === 0),
    news,
    words,
    thresholds: ctx.settings,
    wanted: wanted.items,
    suggested: suggested.items.slice(0, maxAsked - wanted.items.length),
    categories,
    firstWords,
  }
}
