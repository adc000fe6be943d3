import { readTerm } from '../glossary/read.ts'
import { Problem } from '../problem.ts'
import { resolveDispute } from '../review/disputes.ts'
import { acceptProposal } from '../review/proposals.ts'
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

/** @throws Problem as `resolveDispute` does */
export async function upholdReport(request: SlackRequest, id: string): Promise<Message> {
  const { actor } = request.requester
  const { term_id } = await resolveDispute(request, actor, id, { resolution: 'upheld' })
  const said = 'Report accepted. TERM is known to be wrong until someone corrects it.'
  return about(request, await readTerm(request, term_id), said)
}

/** A sentence with a link to a term in the place of `TERM`. */
export function about({ settings }: SlackRequest, { id, name }: Pick<Term, 'id' | 'name'>, said: string) {
  const linked = said.replace('TERM', () => link(termUrl(settings.appUrl, id), name))
  return ephemeral(
    said.replace('TERM', () => escapeWithin(name, 300)),
    [section(linked)],
  )
}
