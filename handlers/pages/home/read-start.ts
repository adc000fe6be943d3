import type { Context } from '../../../lib/context.ts'
import type { Thresholds } from '../../../lib/glossary/lifecycle.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import {
  type Category,
  countCategories,
  type FirstWord,
  listFirstWords,
  listMostUsed,
  readWordsOfTheDay,
  type UsedSuggestion,
} from '../../../lib/lookup/browse.ts'
import { listTerms } from '../../../lib/lookup/filter-to-terms.ts'
import { type ListedName, listWanted } from '../../../lib/lookup/wanted-names.ts'
import { type News, readNews } from '../../../lib/notify/news.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { translateNews } from './read-translated-news.ts'

type Needs = Pick<Context, 'db' | 'now' | 'settings' | 'background'>

export type StartProps = {
  isEmpty: boolean
  news: News
  /** the word of the day, and another to try the search with */
  words: readonly Term[]
  thresholds: Thresholds
  /** names that people looked up and did not find */
  wanted: readonly ListedName[]
  /** suggestions that nobody has explained yet, the most used first */
  suggested: readonly UsedSuggestion[]
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
  const [news, words, wanted, suggested, terms, categories, firstWords] = await Promise.all([
    readNews(ctx, actor.id, maxNews),
    readWordsOfTheDay(ctx),
    ctx.settings.wanted ? listWanted(ctx, reader, first) : { items: [] },
    listMostUsed(ctx, maxAsked),
    listTerms(ctx, {}, { limit: 1, offset: 0 }),
    countCategories(ctx, maxCategories),
    listFirstWords(ctx, actor.id),
  ])
  return {
    isEmpty: terms.total === 0,
    news: await translateNews(ctx, actor, news),
    words: await addTranslations(ctx, languageFor(ctx, actor), words),
    thresholds: ctx.settings,
    wanted: wanted.items,
    suggested: suggested.slice(0, maxAsked - wanted.items.length),
    categories,
    firstWords,
  }
}
