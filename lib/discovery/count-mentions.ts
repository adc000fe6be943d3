import { findAcronyms, toAcronym } from './acronyms.ts'
import type { ChannelMessage } from './channel-reader.ts'
import { findExpansions } from './expansions.ts'
import { toSingular, toSpellingKey } from './plural.ts'
import { toRunningText } from './running-text.ts'

/** The mentions of an acronym in a page of messages; of their text, there is one sentence at most. */
type AcronymCount = {
  acronym: string
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
type FullNameCount = { acronym: string; full_name: string; sightings: number }

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
    acronyms: groups.map(([acronym, group]) => ({ acronym, ...countGroup(acronym, group, permalink) })),
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

/** The longest quotation (contract, section 16), in characters. */
const maxLength = 200

/** A sentence of fewer words says nothing about a name. */
const minWords = 3

/**
 * The sentence of a message that has an acronym, without links, mentions and code, so that it names nobody whom Slack
 * would link. A long one is cut around the acronym.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 * @returns null if no sentence says anything beside the acronym, or it has an address
 */
function quoteSentence(message: string, acronym: string): string | null {
  const sentences = toRunningText(message).split(/\n|(?<=[.!?])\s/)
  const sentence = sentences
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .find((each) => isWholeWord(each, acronym) && !each.includes('@') && hasWords(each))
  return sentence === undefined ? null : cutAround(sentence, sentence.indexOf(acronym))
}

const hasWords = (sentence: string) => sentence.split(' ').length >= minWords

function isWholeWord(sentence: string, acronym: string) {
  const at = sentence.indexOf(acronym)
  return at >= 0 && !/[\p{L}\p{N}]$/u.test(sentence.slice(0, at))
}

/** Cuts a text to `maxLength` characters around a position, at spaces if there are some. */
function cutAround(text: string, position: number): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const before = [...text.slice(0, position)].length
  const start = Math.max(0, Math.min(before - 80, characters.length - maxLength + 2))
  const part = characters.slice(start, start + maxLength - 2).join('')
  const isCutBefore = start > 0
  const isCutAfter = start + maxLength - 2 < characters.length
  const from = isCutBefore ? part.replace(/^\S{0,30}\s/, '') : part
  return `${isCutBefore ? '…' : ''}${isCutAfter ? `${from.replace(/\s\S{0,30}$/, '')}…` : from}`
}

/** An acronym that a message mentions, and what the message says it stands for. */
export type Mention = { acronym: string; full_names: string[] }

/**
 * What discovery learns from one message: each acronym once, however often the message repeats it, with the full names
 * it is given there, if any, each in one spelling. Full names are 1 to 300 characters without control characters.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 */
export function readMessage(message: string): Mention[] {
  const fullNames = new Map(findAcronyms(message).map((name) => [name, new Map<string, string>()]))
  for (const { acronym: short, full_name } of findExpansions(toRunningText(message))) {
    const acronym = toAcronym(short)
    const names = acronym ? fullNames.get(acronym) : undefined
    const name = acronym === short ? full_name : toSingular(full_name)
    const key = toSpellingKey(name)
    if (names && !names.has(key)) names.set(key, name)
  }
  return [...fullNames].map(([acronym, names]) => ({ acronym, full_names: [...names.values()] }))
}
