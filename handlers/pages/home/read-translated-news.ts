import type { Context } from '../../../lib/context.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import type { NewsItem } from '../../../lib/notify/news.ts'

/** Adds to the terms of news what they say in the language of the reader. */
export async function translateNews<News extends { items: readonly NewsItem[] }>(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  news: News,
): Promise<News> {
  const terms = news.items.flatMap(({ term }) => term ?? [])
  const translated = new Map(
    (await addTranslations(ctx, languageFor(ctx, actor), terms)).map((term) => [term.id, term]),
  )
  return { ...news, items: news.items.map((item) => ({ ...item, term: item.term && translated.get(item.term.id) })) }
}
