import type { ActionsBlockElement, Button, KnownBlock, ModalView, SectionBlock } from '@slack/types'
import type { Status, Term } from '../schemas/term.ts'
import { cut, escapeText, escapeWithin, link } from './mrkdwn.ts'

/** A message as Slack takes it, the fields of an answer to a `response_url` included. */
export type Message = {
  /** what notifications and screen readers say */
  text: string
  blocks?: KnownBlock[]
  response_type?: 'ephemeral' | 'in_channel'
  replace_original?: boolean
}
export type View = ModalView

/** The buttons and shortcuts of the bot: the ids that Slack sends back, and what their values hold. */
export const actions = {
  share: 'share_term', // the id of a term
  vote: 'vote_term', // the id of a term
  dispute: 'dispute_term', // JSON: the id of a term, and the reason
  define: 'define_term', // a name
  add: 'add_term', // a name
  confirm: 'confirm_term', // the id of a term
  disown: 'disown_term', // the id of a term
  claim: 'claim_term', // the id of a term
  open: 'open_term', // a link: nothing to do
  explain: 'explain_jargon',
} as const

/**
 * Block Kit's limits, in UTF-16 units, with some room left. That of a whole message is not documented;
 * Slack refuses messages from some 12,000 on (slackapi/bolt-js#2509), and what follows the groups of
 * blocks takes up to 1500: a link with a name in it, which encoding makes twelve times as long.
 */
const most = { section: 2900, button: 75, name: 300, fullName: 400, message: 10_000 }

/** As many meanings, hits or names as one message shows. */
export const maxShown = 8

const trust: Record<Status, string> = {
  official: 'Official',
  community: 'Community: several colleagues agree',
  pending: 'Pending: not agreed on yet',
  suggested: 'Suggested: found automatically, checked by nobody',
}

/** Only you can see this. */
export const ephemeral = (text: string, blocks?: KnownBlock[]): Message => ({
  text,
  ...(blocks && { blocks }),
  response_type: 'ephemeral',
})

/** A paragraph of at most 3000 UTF-16 units. */
export const section = (mrkdwn: string): SectionBlock => ({
  type: 'section',
  text: { type: 'mrkdwn', text: mrkdwn },
})

/** A line in small print. */
export const note = (mrkdwn: string): KnownBlock => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: mrkdwn }],
})

/** Buttons side by side; no two of them with the same action, as Slack refuses that. */
export const row = (elements: ActionsBlockElement[]): KnownBlock => ({ type: 'actions', elements })

/**
 * A button that sends something back.
 *
 * @param action one of `actions`; where a row has several of the same, a dot and a number tell them apart
 * @param value at most 2000 UTF-16 units
 */
export const button = (label: string, action: string, value: string): Button => ({
  type: 'button',
  text: { type: 'plain_text', text: cut(label, most.button) },
  action_id: action,
  value,
})

/** A button that opens an address. */
export const linkButton = (label: string, url: string): Button => ({
  type: 'button',
  text: { type: 'plain_text', text: label },
  action_id: actions.open,
  url,
})

/** Where a term is in the web UI. */
export const termUrl = (appUrl: string, id: string) => `${appUrl}/terms/${id}`

/**
 * A term with what one has to know of it: name, full name, definition, and how far to trust it.
 *
 * @param room for the definition, in UTF-16 units, 1900 at most; what is longer is cut, with a link to
 *   the rest
 */
export function termBlocks(appUrl: string, term: Term, room = 1900): KnownBlock[] {
  const definition = escapeWithin(term.definition, room)
  const isCut = definition !== escapeText(term.definition)
  const more = isCut ? ` ${link(termUrl(appUrl, term.id), 'Read on')}` : ''
  return [section(`${headline(term)}\n${definition}${more}`), note(statusLine(term))]
}

/** The name and full name of a term, in mrkdwn. */
export function headline({ name, full_name }: Pick<Term, 'name' | 'full_name'>) {
  const full = full_name === null ? '' : ` (${escapeWithin(full_name, most.fullName)})`
  return `*${escapeWithin(name, most.name)}*${full}`
}

function statusLine({ status, vote_count, category, is_stale }: Term) {
  const votes = vote_count === 1 ? '1 vote' : `${vote_count} votes`
  const parts = [trust[status], votes]
  if (category !== null) parts.push(escapeText(category))
  if (is_stale) parts.push('not confirmed for a long time')
  return parts.join(' · ')
}

/** The buttons below a definition. */
export const termButtons = (appUrl: string, term: Pick<Term, 'id'>): KnownBlock =>
  row([
    button('Share in channel', actions.share, term.id),
    button('Vote', actions.vote, term.id),
    linkButton('Open', termUrl(appUrl, term.id)),
  ])

/** One line about a term, as lists show it. */
export function termLine(appUrl: string, term: Term): string {
  const full = term.full_name === null ? '' : ` (${escapeWithin(term.full_name, 120)})`
  const gist = escapeWithin(term.definition.replace(/\s+/g, ' '), 140)
  return `• ${link(termUrl(appUrl, term.id), term.name, 120)}${full}: ${gist} _${term.status}_`
}

/** As many groups of blocks, from the first on, as one message can hold. */
export function fitting(groups: readonly KnownBlock[][]): KnownBlock[][] {
  let size = 0
  return groups.filter((group) => {
    size += JSON.stringify(group).length
    return size <= most.message
  })
}

/** Lines in as few sections as they fit in. */
export function sections(lines: readonly string[]): SectionBlock[] {
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + line.length < most.section) {
      texts[texts.length - 1] = `${last}\n${line}`
    } else texts.push(line)
  }
  return texts.map(section)
}
