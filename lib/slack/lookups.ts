import type { KnownBlock } from '@slack/types'
import * as v from 'valibot'
import { findByNames, findInText } from '../glossary/find.ts'
import { listTerms } from '../glossary/list.ts'
import { readTerm } from '../glossary/read.ts'
import { parse } from '../schemas/fields.ts'
import { name as Name, type Status, type Term } from '../schemas/term.ts'
import { text } from '../schemas/text.ts'
import type { Settings } from '../settings.ts'
import {
  actions,
  button,
  ephemeral,
  fitting,
  type Message,
  maxShown,
  note,
  row,
  section,
  sections,
  termBlocks,
  termButtons,
  termLine,
} from './blocks.ts'
import { cut, escapeText, escapeWithin, link, wordsOf } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/**
 * Every meaning of a name.
 *
 * @throws Problem `validation_failed`
 */
export async function meaningsOf(ask: SlackRequest, typed: string): Promise<Term[]> {
  const { name } = parse(v.object({ name: Name }), { name: typed })
  return findByNames(ask, [name])
}

/** Every meaning of a name with its buttons, the most trusted first. */
export async function define(ask: SlackRequest, name: string): Promise<Message> {
  const terms = await meaningsOf(ask, name)
  const [first] = terms
  if (!first) return unknownTerm(ask, name)
  const { appUrl } = ask.settings
  const room = Math.min(1900, Math.floor(8000 / terms.length))
  const gist = `${first.name}: ${first.full_name ?? cut(first.definition, 200)}`
  const blocksOf = (term: Term) => [...termBlocks(appUrl, term, room), termButtons(appUrl, term)]
  return ephemeral(escapeText(gist), meaningsBlocks(ask.settings, terms, blocksOf))
}

/** As many meanings of a name as one message can hold, and where the others are. */
export function meaningsBlocks(
  { appUrl }: Settings,
  terms: readonly Term[],
  blocksOf: (term: Term) => KnownBlock[],
): KnownBlock[] {
  const shown = fitting(terms.slice(0, maxShown).map(blocksOf))
  const rest = terms.length - shown.length
  const search = `${appUrl}/?${new URLSearchParams({ q: terms[0]?.name ?? '' })}`
  const more = note(`And ${rest} more: ${link(search, 'see them in the glossary')}`)
  return rest > 0 ? [...shown.flat(), more] : shown.flat()
}

/** What there is instead of a name that nobody has added, and how to add it. */
export async function unknownTerm(ask: SlackRequest, name: string): Promise<Message> {
  const { items } = await listTerms(ask, { q: name }, { limit: 20, offset: 0 })
  const close = [...new Set(items.map((term) => term.name))].slice(0, 4)
  const offer = close.length > 0 ? ' Did you mean one of these?' : ''
  return ephemeral(`The glossary does not know ${escapeWithin(name, 300)} yet.`, [
    section(`The glossary does not know *${escapeWithin(name, 300)}* yet.${offer}`),
    row([
      ...close.map((each, i) => button(each, `${actions.define}.${i}`, each)),
      { ...button('Add it', actions.add, name), style: 'primary' },
    ]),
    note('Or type it: `add NAME (Full Name) -- definition`'),
  ])
}

/** The best hits of a search. */
export async function search(ask: SlackRequest, words: string): Promise<Message> {
  const { q } = parse(v.object({ q: text(200) }), { q: words })
  const { items, total } = await listTerms(ask, { q }, { limit: maxShown, offset: 0 })
  if (total === 0) return unknownTerm(ask, q)
  return listMessage(ask.settings, { items, total }, `for ${q}`, { q })
}

/** The first terms of a status, by name; null for all. */
export async function list(ask: SlackRequest, status: Status | null): Promise<Message> {
  const filter: { status?: Status } = status === null ? {} : { status }
  const terms = await listTerms(ask, filter, { limit: 20, offset: 0 })
  const about = status === null ? '' : `in status ${status}`
  if (terms.total === 0) return ephemeral(`There are no terms ${about}`.trim().concat(' yet.'))
  return listMessage(ask.settings, terms, about, filter)
}

function listMessage(
  { appUrl }: Settings,
  { items, total }: { items: readonly Term[]; total: number },
  about: string,
  query: { q?: string; status?: Status },
): Message {
  const head = escapeText(`${total === 1 ? '1 term' : `${total} terms`} ${about}`.trim())
  const filter = new URLSearchParams(query).toString()
  const all = link(`${appUrl}/${filter && `?${filter}`}`, 'Open them in the glossary')
  const rest = total > items.length ? `The first ${items.length}. ` : ''
  const lines = items.map((term) => termLine(appUrl, term))
  return ephemeral(head, [section(`*${head}*`), ...sections(lines), note(`${rest}${all}`)])
}

/** The terms that a message mentions, shortly explained. */
export async function explain(ask: SlackRequest, mrkdwn: string): Promise<Message> {
  const terms = await findInText(ask, wordsOf(mrkdwn).slice(0, 20_000))
  if (terms.length === 0) {
    return ephemeral(
      'The glossary knows none of the words in this message. Add the one you miss: `add NAME -- definition`',
    )
  }
  const shown = terms.slice(0, 20)
  const rest = terms.length - shown.length
  return ephemeral(`${terms.length === 1 ? '1 term' : `${terms.length} terms`} in this message`, [
    ...sections(shown.map((term) => termLine(ask.settings.appUrl, term))),
    ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
  ])
}

/**
 * A definition for everybody in the channel, with the name of who shares it.
 *
 * @throws Problem `not_found`
 */
export async function share(ask: SlackRequest, id: string): Promise<Message> {
  const term = await readTerm(ask, id)
  return {
    text: escapeText(term.name),
    blocks: [
      ...termBlocks(ask.settings.appUrl, term),
      note(`Shared by <@${ask.requester.slackId}>`),
    ],
    response_type: 'in_channel',
    replace_original: false,
  }
}
