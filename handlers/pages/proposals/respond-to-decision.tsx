import type { Db } from '../../../lib/context.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { readProposal } from '../../../lib/review/proposals.ts'
import type { PageResponses } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { ProposalPage } from './proposal-view.tsx'

type RequestInput = PageResponses & { ctx: Db; actor: Actor; request: Request; form: { typed: URLSearchParams } }

/**
 * Makes a decision about a proposal. If it is refused, the page of the proposal says why and shows the form as it was
 * sent.
 *
 * @param work returns the path to go to
 */
export async function respondToDecision(
  { ctx, actor, request, form, sendPage, redirect }: RequestInput,
  proposalId: string,
  work: () => Promise<string>,
): Promise<Response> {
  const { result: path, problem } = await attempt(work)
  if (!problem) return redirect(path)
  const proposal = await readProposal(ctx, proposalId)
  const term = await readTerm(ctx, proposal.term_id)
  const refused = { path: new URL(request.url).pathname, values: form.typed, problem }
  const content = <ProposalPage {...{ proposal, term, reader: actor, refused }} />
  return sendPage(`Proposed change to ${term.name}`, content, problem.status)
}
