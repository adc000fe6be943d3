import type { KnownBlock } from '@slack/types'
import * as v from 'valibot'
import type { Settings } from '../app/settings.ts'
import { readTerm } from '../glossary/read.ts'
import { inChosenLanguage } from '../glossary/translated.ts'
import { addTranslations } from '../glossary/translations.ts'
import { unexplained } from '../glossary/unexplained.ts'
import { listTerms } from '../lookup/filter-to-terms.ts'
import { isQuestion } from '../lookup/question-to-name.ts'
import { answerInFull } from '../lookup/search-to-terms.ts'
import { type Lookup, lookUp, type Meaning } from '../lookup/typed-to-terms.ts'
import { canBeWanted, requestNotice } from '../lookup/wanted-names.ts'
import { describeFollowed, describeMatch } from '../lookup/whole-to-meanings.ts'
import { parse } from '../schemas/fields.ts'
import type { Status, Term } from '../schemas/term.ts'
import { query } from '../schemas/text.ts'
import { ByName } from '../schemas/wanted.ts'
import {
  actions,
  bold,
  button,
  countTerms,
  describeAlias,
  ephemeral,
  fitting,
  type Message,
  maxShown,
  note,
  row,
  searchUrl,
  section,
  sections,
  termBlocks,
  termButtons,
  termLine,
} from './blocks.ts'
import { countCategory, usualCategory } from './channel-category.ts'
import { cut, escapeText, escapeWithin, link } from './mrkdwn.ts'
import { readValue } from './parse-request.ts'
import type { SlackRequest } from './requester.ts'

/**
 * Whose categories come first: the requester's in a direct message. What is asked in a channel does not depend on who
 * asks.
 */
export const readerOf = ({ channelId, requester }: SlackRequest): string | null =>
  channelId === null ? requester.actor.id : null

/** Adds to terms what they say in the language of the requester. */
export const inLanguageOf = <Each extends { id: string }>(request: SlackRequest, terms: Each[]) =>
  addTranslations(request, request.requester.actor.language ?? null, terms)

/**
 * Looks up what a text means. Meanings in the usual category of the channel come first.
 *
 * @throws Problem `validation_failed`
 */
export async function meaningsOf(request: SlackRequest, typed: string): Promise<Lookup> {
  const { name } = parse(v.object({ name: query(200) }), { name: typed })
  const category = await usualCategory(request)
  const found = await lookUp(request, name, { category, readerId: readerOf(request) })
  return { ...found, terms: await inLanguageOf(request, found.terms) }
}

/** Shows the meanings of a name with their buttons, the best first. */
export const define = async (request: SlackRequest, name: string): Promise<Message> =>
  showMeanings(request, await meaningsOf(request, name))

/** Shows the meanings of a text that is a name as a whole; null if it is none. */
export async function defineWhole(request: SlackRequest, text: string): Promise<Message | null> {
  const lookup = await wholeMeanings(request, text)
  return lookup && showMeanings(request, lookup)
}

/** Looks up a text that is a name as a whole; null if it is none. */
export async function wholeMeanings(request: SlackRequest, text: string): Promise<Lookup | null> {
  if (text.length > 200) return null
  const lookup = await meaningsOf(request, text)
  return ['contained', 'misspelled', 'none'].includes(lookup.match) ? null : lookup
}

async function showMeanings(request: SlackRequest, lookup: Lookup): Promise<Message> {
  request.lookups.count({ ...lookup, surface: 'slack', person: request.requester.actor.id })
  const { terms, total, followed_category: followed } = lookup
  const [first] = terms
  if (!first) return unknownTerm(request, lookup)
  const found = describeMatch(lookup.match)
  // Of several meanings, it is unknown which one the channel talks about.
  if (total === 1) await countCategory(request, first, 'lookup')
  const { appUrl } = request.settings
  const maxDefinition = Math.min(1900, Math.floor(8000 / terms.length))
  const { name, full_name, definition } = inChosenLanguage(first)
  const summary = `${name}: ${full_name ?? cut(definition || unexplained, 200)}`
  const blocksOf = (term: Meaning) => {
    const alias = describeAlias(term)
    return [...(alias ? [section(alias)] : []), ...termBlocks(appUrl, term, maxDefinition), termButtons(appUrl, term)]
  }
  return ephemeral(escapeText(summary), [
    ...(found === null ? [] : [note(`${found}: ${bold(lookup.asked)}`)]),
    ...(followed === undefined ? [] : [note(escapeText(describeFollowed(followed)))]),
    ...meaningsBlocks(request.settings, lookup, blocksOf),
  ])
}

/** Shows as many meanings of a name as fit into one message, and links to the rest. */
export function meaningsBlocks(
  { appUrl }: Settings,
  { asked, terms, total }: Lookup,
  blocksOf: (term: Meaning) => KnownBlock[],
): KnownBlock[] {
  const shown = fitting(terms.slice(0, maxShown).map(blocksOf))
  const rest = total - shown.length
  const all = link(searchUrl(appUrl, asked), 'see all in the glossary')
  const more = note(`And ${rest} more: ${all}`)
  return rest > 0 ? [...shown.flat(), more] : shown.flat()
}

/**
 * Says that a name is unknown and offers to add it or to ask for it. Similar names are below, as names of something
 * else.
 */
export function unknownTerm(
  { settings }: Pick<SlackRequest, 'settings'>,
  { asked, did_you_mean }: Pick<Lookup, 'asked' | 'did_you_mean'>,
): Message {
  const similar = did_you_mean.map((name, i) => button(name, `${actions.define}.${i}`, name))
  const offer = isQuestion(asked) ? 'These terms may help:' : 'Other terms with a similar name:'
  return ephemeral(`${escapeWithin(asked, 300)} is not in the glossary yet.`, [
    section(`${bold(asked)} is not in the glossary yet.`),
    row([
      { ...button('Add term', actions.add, asked), style: 'primary' },
      ...(canBeWanted(settings, asked) ? [button('Ask colleagues', actions.ask, asked)] : []),
    ]),
    note('Or type it: `add NAME (Full Name) -- definition`'),
    ...(similar.length > 0 ? [section(offer), row(similar)] : []),
  ])
}

/** Stores that the requester wants to be told when a name has been added. */
export async function ask(request: SlackRequest, value: string): Promise<Message> {
  const { name } = readValue(ByName, { name: value })
  await requestNotice(request, request.requester.actor.id, name)
  return ephemeral(`You will be notified when ${escapeText(name)} is added. Nobody sees who asked for it.`)
}

/** Shows the best results of a search. Results that only have a similar spelling are shown as such. */
export async function search(request: SlackRequest, words: string): Promise<Message> {
  const { settings } = request
  const { q } = parse(v.object({ q: query(200) }), { q: words })
  const { terms, asked, instead } = await answerInFull(
    request,
    { q, readerId: readerOf(request) },
    { limit: maxShown, offset: 0 },
  )
  if (terms.total === 0) return unknownTerm(request, { asked, did_you_mean: instead?.names ?? [] })
  const head = terms.did_you_mean
    ? `Nothing in the glossary matches ${q}. Terms with a similar spelling:`
    : `${countTerms(terms.total)} for ${q}`
  return listMessage(settings, { ...terms, items: await inLanguageOf(request, terms.items) }, head, { q })
}

/** Lists the first terms of a status by name; null for all statuses. */
export async function list(request: SlackRequest, status: Status | null): Promise<Message> {
  const filter: { status?: Status } = status === null ? {} : { status }
  const { items, total } = await listTerms(request, filter, { limit: 20, offset: 0 })
  const about = status === null ? '' : ` in status ${status}`
  if (total === 0) return ephemeral(`There are no terms${about} yet.`)
  const shown = { items: await inLanguageOf(request, items), total }
  return listMessage(request.settings, shown, `${countTerms(total)}${about}`, filter)
}

function listMessage(
  { appUrl }: Settings,
  { items, total }: { items: readonly Term[]; total: number },
  title: string,
  query: { q?: string; status?: Status },
): Message {
  const head = escapeText(title)
  const filter = new URLSearchParams(query).toString()
  const all = link(`${appUrl}/${filter && `?${filter}`}`, 'Open them in the glossary')
  const rest = total > items.length ? `The first ${items.length}. ` : ''
  const lines = items.map((term) => termLine(appUrl, term))
  return ephemeral(head, [section(`*${head}*`), ...sections(lines), note(`${rest}${all}`)])
}

/**
 * Shows a definition to everyone in the channel, and who shared it.
 *
 * @throws Problem `not_found`
 */
export async function share(request: SlackRequest, id: string): Promise<Message> {
  const term = await readTerm(request, id)
  await countCategory(request, term, 'share')
  return {
    text: escapeText(term.name),
    blocks: [...termBlocks(request.settings.appUrl, term), note(`Shared by <@${request.requester.slackId}>`)],
    response_type: 'in_channel',
    replace_original: false,
  }
}
