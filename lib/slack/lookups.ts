import type { KnownBlock } from '@slack/types'
import * as v from 'valibot'
import { findByNames } from '../glossary/find.ts'
import { readTerm } from '../glossary/read.ts'
import { explainText } from '../lookup/explain.ts'
import { listTerms } from '../lookup/list.ts'
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
 * Finds every meaning of a name.
 *
 * @throws Problem `validation_failed`
 */
export async function meaningsOf(request: SlackRequest, typed: string): Promise<Term[]> {
  const { name } = parse(v.object({ name: Name }), { name: typed })
  return findByNames(request, [name])
}

/** Shows every meaning of a name with its buttons, in the order of trust. */
export async function define(request: SlackRequest, name: string): Promise<Message> {
  const terms = await meaningsOf(request, name)
  const [first] = terms
  if (!first) return unknownTerm(request, name)
  const { appUrl } = request.settings
  const maxDefinition = Math.min(1900, Math.floor(8000 / terms.length))
  const summary = `${first.name}: ${first.full_name ?? cut(first.definition, 200)}`
  const blocksOf = (term: Term) => [
    ...termBlocks(appUrl, term, maxDefinition),
    termButtons(appUrl, term),
  ]
  return ephemeral(escapeText(summary), meaningsBlocks(request.settings, terms, blocksOf))
}

/** Shows as many meanings of a name as fit into one message, and links to the rest. */
export function meaningsBlocks(
  { appUrl }: Settings,
  terms: readonly Term[],
  blocksOf: (term: Term) => KnownBlock[],
): KnownBlock[] {
  const shown = fitting(terms.slice(0, maxShown).map(blocksOf))
  const rest = terms.length - shown.length
  const url = `${appUrl}/?${new URLSearchParams({ name: terms[0]?.name ?? '' })}`
  const more = note(`And ${rest} more: ${link(url, 'see all in the glossary')}`)
  return rest > 0 ? [...shown.flat(), more] : shown.flat()
}

/** Says that a name is unknown, and offers similar names and to add it. */
export async function unknownTerm(request: SlackRequest, name: string): Promise<Message> {
  const { items } = await listTerms(request, { q: name }, { limit: 20, offset: 0 })
  const similar = [...new Set(items.map((term) => term.name))].slice(0, 4)
  const offer = similar.length > 0 ? ' Did you mean one of these?' : ''
  return ephemeral(`${escapeWithin(name, 300)} is not in the glossary yet.`, [
    section(`*${escapeWithin(name, 300)}* is not in the glossary yet.${offer}`),
    row([
      ...similar.map((each, i) => button(each, `${actions.define}.${i}`, each)),
      { ...button('Add term', actions.add, name), style: 'primary' },
    ]),
    note('Or type it: `add NAME (Full Name) -- definition`'),
  ])
}

/** Shows the best results of a search. */
export async function search(request: SlackRequest, words: string): Promise<Message> {
  const { q } = parse(v.object({ q: text(200) }), { q: words })
  const { items, total } = await listTerms(request, { q }, { limit: maxShown, offset: 0 })
  if (total === 0) return unknownTerm(request, q)
  return listMessage(request.settings, { items, total }, `for ${q}`, { q })
}

/** Lists the first terms of a status by name; null for all statuses. */
export async function list(request: SlackRequest, status: Status | null): Promise<Message> {
  const filter: { status?: Status } = status === null ? {} : { status }
  const terms = await listTerms(request, filter, { limit: 20, offset: 0 })
  const about = status === null ? '' : `in status ${status}`
  if (terms.total === 0) return ephemeral(`There are no terms ${about}`.trim().concat(' yet.'))
  return listMessage(request.settings, terms, about, filter)
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

/** Explains the terms that a message mentions, one line each. */
export async function explain(request: SlackRequest, mrkdwn: string): Promise<Message> {
  const { terms } = await explainText(request, wordsOf(mrkdwn).slice(0, 20_000))
  if (terms.length === 0) {
    return ephemeral(
      'None of the words in this message are in the glossary. To add one, type `add NAME -- definition`',
    )
  }
  const shown = terms.slice(0, 20)
  const rest = terms.length - shown.length
  return ephemeral(`${terms.length === 1 ? '1 term' : `${terms.length} terms`} in this message`, [
    ...sections(shown.map((term) => termLine(request.settings.appUrl, term))),
    ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
  ])
}

/**
 * Shows a definition to everyone in the channel, and who shared it.
 *
 * @throws Problem `not_found`
 */
export async function share(request: SlackRequest, id: string): Promise<Message> {
  const term = await readTerm(request, id)
  return {
    text: escapeText(term.name),
    blocks: [
      ...termBlocks(request.settings.appUrl, term),
      note(`Shared by <@${request.requester.slackId}>`),
    ],
    response_type: 'in_channel',
    replace_original: false,
  }
}
