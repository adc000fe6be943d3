import * as v from 'valibot'
import type { Context } from '../context.ts'
import { toMarkdown } from '../export/markdown.ts'
import { parse } from '../fields.ts'
import { createTerm } from '../glossary/create.ts'
import { disputeTerm } from '../glossary/dispute.ts'
import { findByNames, findInText } from '../glossary/find.ts'
import { listTerms } from '../glossary/list.ts'
import { castVote, type VoteResult } from '../glossary/vote.ts'
import { createApiToken, revokeApiToken } from '../identity/api-tokens.ts'
import { Problem } from '../problem.ts'
import { NewTerm, note as Reason, type Status, type Term } from '../schemas/term.ts'
import { text } from '../schemas/text.ts'
import { TokenRequest } from '../schemas/token.ts'
import type { Settings } from '../settings.ts'
import type { Asker } from './asker.ts'
import {
  actions,
  button,
  ephemeral,
  headline,
  type Message,
  mostShown,
  note,
  row,
  section,
  sections,
  termBlocks,
  termButtons,
  termLine,
  termUrl,
} from './blocks.ts'
import { type SlackClient, SlackError } from './client.ts'
import type { Command } from './commands.ts'
import { cut, escapeText, escapeWithin, link, wordsOf } from './mrkdwn.ts'

/** What answering takes: the collaborators, and who asks. */
export type Asking = Pick<Context, 'db' | 'settings' | 'log'> & { slack: SlackClient; asker: Asker }

/**
 * Answers a command. What the glossary refuses is an answer, too.
 *
 * @throws whatever is no refusal: the database or Slack cannot be reached
 */
export async function answerCommand(ask: Asking, command: Command): Promise<Message> {
  try {
    return await carryOut(ask, command)
  } catch (error) {
    return refusalMessage(error)
  }
}

/**
 * What to say where the glossary refuses.
 *
 * @throws `error` where it is no refusal
 */
export function refusalMessage(error: unknown): Message {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  const faults = error.members.errors?.map(({ path, message }) => `${path} ${message}`)
  return ephemeral(escapeText(faults ? `${faults.join('; ')}.` : error.message))
}

function carryOut(ask: Asking, command: Command): Promise<Message> | Message {
  switch (command.verb) {
    case 'help':
      return help(ask.settings)
    case 'usage':
      return ephemeral(`Use it like this: \`${escapeText(command.usage)}\``)
    case 'define':
      return define(ask, command.name)
    case 'search':
      return search(ask, command.words)
    case 'add':
      return add(ask, command)
    case 'vote':
      return vote(ask, command.name)
    case 'dispute':
      return dispute(ask, command.name, command.reason)
    case 'list':
      return list(ask, command.status)
    case 'export':
      return exportTerms(ask, command.status)
    case 'token':
      return sendToken(ask, command.name)
  }
}

const asName = (name: string) => parse(v.object({ name: text(120) }), { name }).name

const commands: [example: string, what: string][] = [
  ['SLA', 'what SLA means here'],
  ['search on call', 'terms about something'],
  ['add SLA (Service Level Agreement) -- What we promise customers', 'add a term'],
  ['vote SLA', 'say that a meaning is right'],
  ['dispute SLA -- It is 99.9 % now', 'say that it is not'],
  ['list official', 'all terms of a status'],
  ['export', 'all official terms as Markdown'],
  ['token my script', 'get an API token, in a direct message'],
]

function help({ appUrl }: Settings): Message {
  const lines = commands.map(([example, what]) => `• \`${escapeText(example)}\` ${what}`)
  return ephemeral('What the glossary can do', [
    section(['Type the command, then:', ...lines].join('\n')),
    note(`Only you see the answers. ${link(appUrl, 'Open the glossary')}`),
  ])
}

async function define(ask: Asking, name: string): Promise<Message> {
  const terms = await findByNames(ask, [asName(name)])
  const [first] = terms
  if (!first) return unknownTerm(ask, name)
  const gist = `${first.name}: ${first.full_name ?? cut(first.definition, 200)}`
  return ephemeral(escapeText(gist), meaningsBlocks(ask.settings, terms))
}

/** Every meaning with its buttons, the most trusted first. */
function meaningsBlocks({ appUrl }: Settings, terms: readonly Term[]) {
  const shown = terms.slice(0, mostShown)
  const room = Math.floor(8000 / shown.length)
  const blocks = shown.flatMap((term) => [
    ...termBlocks(appUrl, term, Math.min(room, 2400)),
    termButtons(appUrl, term),
  ])
  const rest = terms.length - shown.length
  return rest > 0
    ? [...blocks, note(`And ${rest} more: ${searchLink(appUrl, shown[0]?.name)}`)]
    : blocks
}

const searchLink = (appUrl: string, q = '') =>
  link(`${appUrl}/?q=${encodeURIComponent(q)}`, 'see them in the glossary')

/** What there is instead, and how to add what is missing. */
async function unknownTerm(ask: Asking, name: string): Promise<Message> {
  const { items } = await listTerms(ask, { q: name.slice(0, 200) }, { limit: 20, offset: 0 })
  const close = [...new Set(items.map((term) => term.name))].slice(0, 4)
  const says = `The glossary does not know *${escapeWithin(name, 300)}* yet.`
  const offer = close.length > 0 ? ' Did you mean one of these?' : ''
  return ephemeral(`The glossary does not know ${escapeWithin(name, 300)} yet.`, [
    section(says + offer),
    row([
      ...close.map((each) => button(each, actions.define, each)),
      { ...button('Add it', actions.add, name), style: 'primary' },
    ]),
    note('Or type it: `add NAME (Full Name) -- definition`'),
  ])
}

async function search(ask: Asking, words: string): Promise<Message> {
  const { q } = parse(v.object({ q: text(200) }), { q: words })
  const { items, total } = await listTerms(ask, { q }, { limit: mostShown, offset: 0 })
  if (total === 0) return unknownTerm(ask, q)
  return listMessage(ask.settings, items, total, `for *${escapeText(q)}*`, { q })
}

async function list(ask: Asking, status: Status | null): Promise<Message> {
  const filter: { status?: Status } = status === null ? {} : { status }
  const { items, total } = await listTerms(ask, filter, { limit: 20, offset: 0 })
  if (total === 0) return ephemeral(`There are no ${status ?? ''} terms yet.`.replace('  ', ' '))
  return listMessage(ask.settings, items, total, status ?? '', filter)
}

function listMessage(
  { appUrl }: Settings,
  items: readonly Term[],
  total: number,
  about: string,
  query: { q?: string; status?: Status },
): Message {
  const count = total === 1 ? '1 term' : `${total} terms`
  const search = new URLSearchParams(query).toString()
  const all = link(`${appUrl}/${search && `?${search}`}`, 'Open them in the glossary')
  const blocks = sections(items.map((term) => termLine(appUrl, term)))
  const head = about.startsWith('for') ? `${count} ${about}` : `${count}${about && `, ${about}`}`
  const rest = total > items.length ? `The first ${items.length}. ` : ''
  return ephemeral(head.replaceAll('*', ''), [section(head), ...blocks, note(`${rest}${all}`)])
}

async function add(ask: Asking, command: Command & { verb: 'add' }): Promise<Message> {
  const { name, full_name, definition } = command
  return addTerm(ask, parse(NewTerm, { name, full_name, definition }))
}

/**
 * Adds a term that came through Slack.
 *
 * @throws Problem `duplicate`, with the term that is there already in its words
 */
export async function addTerm(ask: Asking, input: NewTerm): Promise<Message> {
  const { settings, asker } = ask
  const term = await createTerm(ask, asker.actor, input, 'slack').catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'duplicate') throw error
    throw new Problem('duplicate', {
      detail: `${input.name} exists already with this full name and category. Vote for it, or edit it: ${termUrl(settings.appUrl, error.members.existing_id ?? '')}`,
    })
  })
  return ephemeral(escapeText(`Added: ${term.name}`), [
    section(`Thank you, ${headline(term)} is in the glossary now.`),
    ...termBlocks(settings.appUrl, term),
    termButtons(settings.appUrl, term),
    note(missingVotes(settings, { ...term, transition: null, voted: false })),
  ])
}

async function vote(ask: Asking, name: string): Promise<Message> {
  const terms = await findByNames(ask, [asName(name)])
  const [first, ...others] = terms
  if (!first) return unknownTerm(ask, name)
  if (others.length > 0) return choice(ask.settings, terms, 'Which meaning do you vote for?')
  return voteFor(ask, first.id)
}

/** Votes for a term and says what came of it. */
export async function voteFor(ask: Asking, id: string): Promise<Message> {
  const result = await castVote(ask, ask.asker.actor, id)
  const said = result.transition
    ? `Thank you: with your vote it is *${result.status}* now.`
    : 'Thank you, your vote counts.'
  return ephemeral(`${said.replaceAll('*', '')} ${missingVotes(ask.settings, result)}`, [
    section(`${said} ${missingVotes(ask.settings, result)}`),
  ])
}

/** How far a term is from the next step. */
function missingVotes(settings: Settings, { status, vote_count }: VoteResult): string {
  const [goal, next] =
    status === 'pending'
      ? [settings.communityThreshold, 'community']
      : status === 'community'
        ? [settings.officialThreshold, 'official']
        : [0, '']
  const missing = goal - vote_count
  if (missing > 0) return `${missing} more ${missing === 1 ? 'vote' : 'votes'} to ${next}.`
  return status === 'community' ? 'An editor can make it official.' : ''
}

async function dispute(ask: Asking, name: string, reason: string | null): Promise<Message> {
  const terms = await findByNames(ask, [asName(name)])
  const [first, ...others] = terms
  if (!first) return unknownTerm(ask, name)
  if (others.length > 0) return choice(ask.settings, terms, 'Which meaning is wrong?', { reason })
  return disputeById(ask, first.id, reason)
}

/** Disputes a term and says what came of it. */
export async function disputeById(
  ask: Asking,
  id: string,
  reason: string | null,
): Promise<Message> {
  const said = parse(v.object({ reason: v.nullable(Reason) }), { reason })
  const term = await disputeTerm(ask, ask.asker.actor, id, said.reason)
  const told = term.owner ? ' Its owner will be told.' : ''
  return ephemeral(
    `Disputed: ${escapeText(term.name)}. It is ${term.status} now, and votes start again.${told} ${link(termUrl(ask.settings.appUrl, id), 'Put it right')}`,
  )
}

/** Lets the asker choose among the meanings of a name: to vote for one, or to dispute it. */
function choice(
  settings: Settings,
  terms: readonly Term[],
  question: string,
  dispute?: { reason: string | null },
): Message {
  const blocks = terms
    .slice(0, mostShown)
    .flatMap((term) => [
      ...termBlocks(settings.appUrl, term, 500),
      row([
        dispute
          ? button('Dispute this', actions.dispute, JSON.stringify([term.id, dispute.reason]))
          : button('Vote for this', actions.vote, term.id),
      ]),
    ])
  return ephemeral(question, [section(question), ...blocks])
}

/** As much of an export as one message can take. */
const exportRoom = { terms: 100, characters: 8000, section: 2800 }

async function exportTerms(ask: Asking, status: Status | 'all'): Promise<Message> {
  const filter = status === 'all' ? {} : { status }
  const { items, total } = await listTerms(ask, filter, { limit: exportRoom.terms, offset: 0 })
  const url = `${ask.settings.appUrl}/api/v1/export?status=${status}`
  const count = `${total} ${status === 'all' ? '' : `${status} `}${total === 1 ? 'term' : 'terms'}`
  if (total === 0) return ephemeral(`There are no terms to export: ${count}.`)
  const markdown = toMarkdown(items)
  const shown = cut(markdown, exportRoom.characters)
  const isAll = shown === markdown && items.length === total
  const links = `${link(url, 'Download Markdown')}, ${link(`${url}&format=csv`, 'CSV')} or ${link(`${url}&format=json`, 'JSON')}`
  return ephemeral(`${count} as Markdown`, [
    section(`*${count}* ${isAll ? '' : '(the beginning; the download has all)'}\n${links}`),
    ...preformatted(shown),
  ])
}

/** Text in as many blocks of fixed-width type as it needs, broken between lines where that is possible. */
function preformatted(markdown: string) {
  const fence = /`{3}/g
  const pieces = markdown.match(/[\s\S]{1,2000}(?:\n|$)|[\s\S]{1,2000}/g) ?? []
  return pieces.map((piece) =>
    section(`\`\`\`\n${escapeWithin(piece.replace(fence, "'''"), exportRoom.section)}\n\`\`\``),
  )
}

/** Creates an API token and sends it in a direct message; nobody else ever gets to see it. */
async function sendToken(ask: Asking, name: string): Promise<Message> {
  const { asker, slack } = ask
  const request = parse(TokenRequest, { name })
  const { id, token } = await createApiToken(ask, asker.actor, request)
  try {
    await slack.post({ channel: asker.slackId }, tokenMessage(ask.settings, request.name, token))
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    await revokeApiToken(ask, asker.actor, id)
    ask.log.warn({ reason: error.code, user_id: asker.actor.id }, 'a token could not be sent')
    return ephemeral(
      `Slack did not let me send you a direct message (${escapeText(error.code)}), so the token was revoked. Open a conversation with the glossary app and try again.`,
    )
  }
  return ephemeral(
    `I have sent you the token *${escapeText(request.name)}* in a direct message. It is shown only once.`,
  )
}

function tokenMessage({ appUrl }: Settings, name: string, token: string): Message {
  return {
    text: `Your API token "${escapeText(name)}" for ${appUrl}: ${token}`,
    blocks: [
      section(`Your API token *${escapeText(name)}*:\n\`\`\`${token}\`\`\``),
      note(
        `It can read ${link(appUrl, 'the glossary')} in your name. Keep it secret; copy it now and delete this message. Revoke it under *My tokens* there.`,
      ),
    ],
  }
}

/** The terms that a message mentions, shortly explained. */
export async function explain(ask: Asking, mrkdwn: string): Promise<Message> {
  const terms = await findInText(ask, wordsOf(mrkdwn).slice(0, 20_000))
  if (terms.length === 0) {
    return ephemeral(
      'The glossary knows none of the words in this message. Add the one you miss: `add NAME -- definition`',
    )
  }
  const { appUrl } = ask.settings
  const shown = terms.slice(0, 20)
  const rest = terms.length - shown.length
  return ephemeral(`${terms.length === 1 ? '1 term' : `${terms.length} terms`} in this message`, [
    ...sections(shown.map((term) => termLine(appUrl, term))),
    ...(rest > 0 ? [note(`And ${rest} more.`)] : []),
  ])
}
