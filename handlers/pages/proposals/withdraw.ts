import * as v from 'valibot'
import { withdrawProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToDecision } from './respond-to-decision.tsx'

export default page(
  { path: '/proposals/:id/withdraw', summary: 'Withdraw a proposed change', params: ById, form: v.object({}) },
  (input) => {
    const { ctx, actor, params } = input
    return respondToDecision(input, params.id, async () => {
      const termId = await withdrawProposal(ctx, actor, params.id)
      return `/terms/${termId}?done=proposal_withdrawn`
    })
  },
)
