import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { readProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryField, openEntry } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'
import { ProposalPage } from './proposal-view.tsx'

export default page(
  { path: '/proposals/:id', summary: 'Read a proposed change', params: ById, query: v.object(entryField) },
  async ({ ctx, actor, params, query, sendPage }) => {
    await openEntry(ctx, actor, query.entry)
    const proposal = await readProposal(ctx, params.id)
    const term = await readTerm(ctx, proposal.term_id)
    return sendPage(`Proposed change to ${term.name}`, <ProposalPage {...{ proposal, term, reader: actor }} />)
  },
)
