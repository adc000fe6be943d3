import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { withdrawProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Withdraws a change that the reader has proposed. */
export default page(
  {
    path: '/proposals/:id/withdraw',
    summary: 'Withdraw a proposed change',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    const termId = await withdrawProposal(ctx, actor, params.id)
    return redirect(`/terms/${termId}?done=proposal_withdrawn`)
  },
)
