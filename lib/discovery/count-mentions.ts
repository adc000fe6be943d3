import type { ChannelMessage } from './channel-reader.ts'
import { type Mention, readMessage } from './message.ts'
import { quoteSentence } from './quote.ts'

/** The mentions of an acronym in a page of messages; of their text, there is one sentence at most. */
export type AcronymCount = {
  acronym: string
  /** the number of messages that mention it */
  sightings: number
  /** Slack ids, each once */
  authors: string[]
  /** permalinks of the first three of the messages */
  examples: string[]
  /** a sentence of one of the messages, and when it was written; both null if none says anything */
  quote: string | null
  quoted_at: string | null
  first_seen_at: string
  last_seen_at: string
}

/** A full name of an acronym, and the number of messages that contain it. */
export type FullNameCount = { acronym: string; full_name: string; sightings: number }

/**
 * Counts the acronyms in messages, and the full names that the messages give them.
 *
 * @param permalink the start of a message's URL; the timestamp without its point is appended
 */
export function countMentions(
  messages: readonly ChannelMessage[],
  permalink: string,
): { acronyms: AcronymCount[]; full_names: FullNameCount[] } {
  const mentions = messages.flatMap((message) =>
    readMessage(message.text).map((mention) => ({ ...message, ...mention })),
  )
  const groups = groupBy(mentions, ({ acronym }) => acronym)
  return {
    acronyms: groups.map(([acronym, group]) => ({
      acronym,
      ...countGroup(acronym, group, permalink),
    })),
    full_names: groups.flatMap(([acronym, group]) => {
      const names = groupBy(namesOf(group), (name) => name)
      return names.map(([full_name, { length }]) => ({ acronym, full_name, sightings: length }))
    }),
  }
}

function countGroup(acronym: string, messages: readonly ChannelMessage[], permalink: string) {
  const authors = messages.flatMap(({ author }) => author ?? [])
  const times = messages.map(({ ts }) => Number(ts) * 1000)
  const quoted = findQuote(acronym, messages)
  return {
    sightings: messages.length,
    authors: [...new Set(authors)],
    examples: messages.slice(0, 3).map(({ ts }) => permalink + ts.replace('.', '')),
    quote: quoted?.quote ?? null,
    quoted_at: quoted ? new Date(Number(quoted.ts) * 1000).toISOString() : null,
    first_seen_at: new Date(Math.min(...times)).toISOString(),
    last_seen_at: new Date(Math.max(...times)).toISOString(),
  }
}

/** How many messages are searched for a sentence that can be quoted. */
const maxSearched = 5

function findQuote(acronym: string, messages: readonly ChannelMessage[]) {
  for (const { ts, text } of messages.slice(0, maxSearched)) {
    const quote = quoteSentence(text, acronym)
    if (quote !== null) return { ts, quote }
  }
  return null
}

const namesOf = (mentions: readonly Mention[]) => mentions.flatMap(({ full_names }) => full_names)

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
