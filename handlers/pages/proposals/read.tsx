import { readTerm } from '../../../lib/glossary/read.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ProposalPage } from '../../../lib/pages/terms/proposal.tsx'
import { readProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** A proposed change with its decision. */
export default page(
  { path: '/proposals/:id', summary: 'Read a proposed change', params: ById },
  async ({ ctx, actor, params, sendPage }) => {
    const proposal = await readProposal(ctx, params.id)
    const term = await readTerm(ctx, proposal.term_id)
    return sendPage(
      `Proposed change to ${term.name}`,
      <ProposalPage {...{ proposal, term, reader: actor }} />,
    )
  },
)
