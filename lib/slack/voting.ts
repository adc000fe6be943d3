import type { Button } from '@slack/types'
import * as v from 'valibot'
import type { Settings } from '../app/settings.ts'
import { nextTransition } from '../glossary/lifecycle.ts'
import { castVote } from '../glossary/vote.ts'
import type { Lookup } from '../lookup/typed-to-terms.ts'
import { disputeTerm } from '../review/disputes.ts'
import { parse } from '../schemas/fields.ts'
import { note as Reason, type Term } from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import { actions, button, ephemeral, type Message, row, section, termBlocks, termUrl } from './blocks.ts'
import { meaningsBlocks, meaningsOf, unknownTerm } from './lookups.ts'
import { escapeText, link } from './mrkdwn.ts'
import { readValue } from './parse-request.ts'
import type { SlackRequest } from './requester.ts'

/** Votes for the term with this name. If it is not the only one, or not quite its name, asks first. */
export async function vote(request: SlackRequest, name: string): Promise<Message> {
  const lookup = await meaningsOf(request, name)
  const [first] = lookup.terms
  if (!first) return unknownTerm(request, lookup)
  if (isCertain(lookup)) return voteFor(request, first.id)
  const question = lookup.total === 1 ? 'Do you want to vote for this term?' : 'Which meaning do you want to vote for?'
  return choice(request.settings, lookup, question, ({ id }) => button('Vote for this', actions.vote, id))
}

/** Whether a text can only mean one term: it is the name of that term, and of no other. */
const isCertain = ({ match, total }: Lookup) => match === 'exact' && total === 1

/**
 * Votes for a term and reports its new status.
 *
 * @throws Problem `not_found`
 */
export async function voteFor(request: SlackRequest, id: string): Promise<Message> {
  const result = await castVote(request, request.requester.actor, id)
  const said = result.transition
    ? `Thank you. Your vote made it ${result.status}.`
    : 'Thank you. Your vote was counted.'
  const rest = result.needsCorrection
    ? 'The text is known to be wrong, so votes cannot confirm it until someone corrects it.'
    : describeMissingVotes(request.settings, result)
  return ephemeral(`${said} ${rest}`.trim())
}

/** Says how many votes a term needs for its next status; empty if votes cannot change it. */
export function describeMissingVotes(
  settings: Settings,
  { status, vote_count }: Pick<Term, 'status' | 'vote_count'>,
): string {
  const next = nextTransition(settings, { status, votes: vote_count })
  if (!next) return ''
  const { to, missingVotes } = next
  if (missingVotes === 0) return `An editor can make it ${to}.`
  return `${missingVotes} more ${missingVotes === 1 ? 'vote' : 'votes'} to ${to}.`
}

/** Disputes the term with this name. If it is not the only one, or not quite its name, asks first. */
export async function dispute(request: SlackRequest, name: string, typed: string | null): Promise<Message> {
  const { reason } = parse(v.object({ reason: v.nullable(Reason) }), { reason: typed })
  const lookup = await meaningsOf(request, name)
  const [first] = lookup.terms
  if (!first) return unknownTerm(request, lookup)
  if (isCertain(lookup)) return disputeById(request, first.id, reason)
  const question = lookup.total === 1 ? 'Is this term wrong?' : 'Which meaning is wrong?'
  return choice(request.settings, lookup, question, ({ id }) =>
    button('Something is off', actions.dispute, JSON.stringify([id, reason])),
  )
}

const DisputeValue = v.pipe(v.string(), v.parseJson(), v.tuple([uuid, v.nullable(Reason)]))

/**
 * Disputes the chosen meaning. The button's value holds its id and the reason.
 *
 * @throws Problem `not_found`
 */
export async function disputeChosen(request: SlackRequest, value: string): Promise<Message> {
  return disputeById(request, ...readValue(DisputeValue, value))
}

async function disputeById(request: SlackRequest, id: string, reason: string | null): Promise<Message> {
  const { actor } = request.requester
  const term = await disputeTerm(request, actor, id, reason)
  const hasOtherOwner = term.owner !== null && term.owner.id !== actor.id
  const notified = hasOtherOwner ? ' Its owner will be notified.' : ''
  return ephemeral(
    `You reported a problem with ${escapeText(term.name)}. It is ${term.status} again, and its votes were reset.${notified} ${link(termUrl(request.settings.appUrl, id), 'Open term')}`,
  )
}

function choice(settings: Settings, lookup: Lookup, question: string, buttonFor: (term: Term) => Button): Message {
  const meanings = meaningsBlocks(settings, lookup, (term) => [
    ...termBlocks(settings.appUrl, term, 500),
    row([buttonFor(term)]),
  ])
  return ephemeral(question, [section(question), ...meanings])
}
