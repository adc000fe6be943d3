import { readTerm } from '../glossary/read.ts'
import { Problem } from '../problem.ts'
import { resolveDispute } from '../review/disputes.ts'
import { acceptProposal, declineProposal } from '../review/proposals.ts'
import type { Term } from '../schemas/term.ts'
import { ephemeral, type Message, section, termUrl } from './blocks.ts'
import { escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/**
 * Accepts a proposal. If the term has changed since, says where to decide about both texts.
 *
 * @throws Problem as `acceptProposal` does, except `conflict`
 */
export async function acceptProposed(request: SlackRequest, id: string): Promise<Message> {
  const { appUrl } = request.settings
  try {
    const term = await acceptProposal(request, request.requester.actor, id)
    return about(request, term, 'Accepted. The change is part of TERM now.')
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
    const page = link(`${appUrl}/proposals/${id}`, 'Decide about both texts')
    const text = 'The term has changed since this was proposed.'
    return ephemeral(text, [section(`${text} ${page}.`)])
  }
}

/** @throws Problem as `declineProposal` does */
export async function declineProposed(request: SlackRequest, id: string): Promise<Message> {
  const { term_id } = await declineProposal(request, request.requester.actor, id, null)
  return about(request, await readTerm(request, term_id), 'Declined. TERM stays as it is.')
}

/** @throws Problem as `resolveDispute` does */
export async function upholdReport(request: SlackRequest, id: string): Promise<Message> {
  return resolve(
    request,
    id,
    'upheld',
    'Report accepted. TERM is known to be wrong until someone corrects it.',
  )
}

/** @throws Problem as `resolveDispute` does */
export async function dismissReport(request: SlackRequest, id: string): Promise<Message> {
  return resolve(request, id, 'dismissed', 'Report rejected. The votes of TERM are back.')
}

async function resolve(
  request: SlackRequest,
  id: string,
  resolution: 'upheld' | 'dismissed',
  said: string,
) {
  const { actor } = request.requester
  const { term_id } = await resolveDispute(request, actor, id, { resolution })
  return about(request, await readTerm(request, term_id), said)
}

/** A sentence with a link to a term in the place of `TERM`. */
function about({ settings }: SlackRequest, { id, name }: Pick<Term, 'id' | 'name'>, said: string) {
  const linked = said.replace('TERM', () => link(termUrl(settings.appUrl, id), name))
  return ephemeral(
    said.replace('TERM', () => escapeWithin(name, 300)),
    [section(linked)],
  )
}
