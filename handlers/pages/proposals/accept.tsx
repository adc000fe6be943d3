import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { entryField, pathAfter } from '../../../lib/pages/inbox/entry-link.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { DecisionForm, decidedFields } from '../../../lib/pages/terms/deciding.ts'
import { ProposalPage } from '../../../lib/pages/terms/proposal.tsx'
import { acceptProposal, readProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Accepts a proposed change. If the term has changed since, shows both versions instead. */
export default page(
  {
    path: '/proposals/:id/accept',
    summary: 'Accept a proposed change',
    params: ById,
    form: v.object({ ...DecisionForm.entries, ...entryField }),
  },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const { result, problem } = await attempt(() =>
      acceptProposal(ctx, actor, params.id, (term) => decidedFields(term, form)),
    )
    if (!problem) {
      const { entry } = form.read()
      return redirect(await pathAfter(ctx, actor, { entry, termId: result.id, done: 'accepted' }))
    }
    const proposal = await readProposal(ctx, params.id)
    const term = await readTerm(ctx, proposal.term_id)
    const props = { proposal, term, reader: actor, problem, values: form.typed }
    return sendPage(`Proposed change to ${term.name}`, <ProposalPage {...props} />, problem.status)
  },
)
