import type { Button } from '@slack/types'
import * as v from 'valibot'
import { createTerm } from '../glossary/create.ts'
import { disputeTerm } from '../glossary/dispute.ts'
import { nextTransition } from '../glossary/lifecycle.ts'
import { castVote } from '../glossary/vote.ts'
import { Problem } from '../problem.ts'
import { parse } from '../schemas/fields.ts'
import { NewTerm, note as Reason, type Term } from '../schemas/term.ts'
import type { Settings } from '../settings.ts'
import {
  actions,
  button,
  ephemeral,
  headline,
  type Message,
  note,
  row,
  section,
  termBlocks,
  termButtons,
  termUrl,
} from './blocks.ts'
import type { Command } from './commands.ts'
import { meaningsBlocks, meaningsOf, unknownTerm } from './lookups.ts'
import { escapeText, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/** Adds a term as it was typed. */
export async function add(ask: SlackRequest, command: Command & { verb: 'add' }): Promise<Message> {
  const { name, full_name, definition } = command
  return addTerm(ask, parse(NewTerm, { name, full_name, definition }))
}

/**
 * Adds a term that came through Slack.
 *
 * @throws Problem `duplicate`, with the term that is there already in its words
 */
export async function addTerm(ask: SlackRequest, input: NewTerm): Promise<Message> {
  const { settings, requester } = ask
  const term = await createTerm(ask, requester.actor, input, 'slack').catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'duplicate') throw error
    throw new Problem('duplicate', {
      detail: `${input.name} exists already with this full name and category. Vote for it, or edit it: ${termUrl(settings.appUrl, error.members.existing_id ?? '')}`,
    })
  })
  return ephemeral(escapeText(`Added: ${term.name}`), [
    section(`Thank you, ${headline(term)} is in the glossary now.`),
    ...termBlocks(settings.appUrl, term),
    termButtons(settings.appUrl, term),
    note(missingVotes(settings, term)),
  ])
}

/** Votes for the one meaning of a name, or lets the requester choose. */
export async function vote(ask: SlackRequest, name: string): Promise<Message> {
  const terms = await meaningsOf(ask, name)
  const [first, ...others] = terms
  if (!first) return unknownTerm(ask, name)
  if (others.length === 0) return voteFor(ask, first.id)
  const question = 'Which meaning do you vote for?'
  return choice(ask.settings, terms, question, ({ id }) =>
    button('Vote for this', actions.vote, id),
  )
}

/**
 * Votes for a term and says what came of it.
 *
 * @throws Problem `not_found`
 */
export async function voteFor(ask: SlackRequest, id: string): Promise<Message> {
  const result = await castVote(ask, ask.requester.actor, id)
  const said = result.transition
    ? `Thank you: with your vote it is ${result.status} now.`
    : 'Thank you, your vote counts.'
  return ephemeral(`${said} ${missingVotes(ask.settings, result)}`.trim())
}

/** How far a term is from the next step. */
function missingVotes(
  settings: Settings,
  { status, vote_count }: Pick<Term, 'status' | 'vote_count'>,
): string {
  const next = nextTransition(settings, { status, votes: vote_count })
  if (!next) return ''
  const { to, missingVotes: missing } = next
  if (missing === 0) return `An editor can make it ${to}.`
  return `${missing} more ${missing === 1 ? 'vote' : 'votes'} to ${to}.`
}

/** Disputes the one meaning of a name, or lets the requester choose. */
export async function dispute(
  ask: SlackRequest,
  name: string,
  typed: string | null,
): Promise<Message> {
  const { reason } = parse(v.object({ reason: v.nullable(Reason) }), { reason: typed })
  const terms = await meaningsOf(ask, name)
  const [first, ...others] = terms
  if (!first) return unknownTerm(ask, name)
  if (others.length === 0) return disputeById(ask, first.id, reason)
  return choice(ask.settings, terms, 'Which meaning is wrong?', ({ id }) =>
    button('Dispute this', actions.dispute, JSON.stringify([id, reason])),
  )
}

const DisputeValue = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.string(), v.nullable(v.string())]),
)

/** Disputes the meaning that was chosen: the value of its button says which, and why. */
export async function disputeChosen(ask: SlackRequest, value: string): Promise<Message> {
  return disputeById(ask, ...v.parse(DisputeValue, value))
}

async function disputeById(ask: SlackRequest, id: string, reason: string | null): Promise<Message> {
  const { actor } = ask.requester
  const term = await disputeTerm(ask, actor, id, reason)
  const isToldOf = term.owner !== null && term.owner.id !== actor.id
  const told = isToldOf ? ' Its owner will be told.' : ''
  return ephemeral(
    `Disputed: ${escapeText(term.name)}. It is ${term.status} now, and votes start again.${told} ${link(termUrl(ask.settings.appUrl, id), 'Put it right')}`,
  )
}

/** The meanings of a name, each with a button of its own. */
function choice(
  settings: Settings,
  terms: readonly Term[],
  question: string,
  buttonFor: (term: Term) => Button,
): Message {
  const meanings = meaningsBlocks(settings, terms, (term) => [
    ...termBlocks(settings.appUrl, term, 500),
    row([buttonFor(term)]),
  ])
  return ephemeral(question, [section(question), ...meanings])
}
