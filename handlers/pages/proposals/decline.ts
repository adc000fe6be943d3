import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { inOneLine } from '../../../lib/pages/parts/form.tsx'
import { declineProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/page.ts'
import { note } from '../../../lib/schemas/term.ts'

/** Declines a proposed change. */
export default page(
  {
    path: '/proposals/:id/decline',
    summary: 'Decline a proposed change',
    params: ById,
    form: v.object({ note: v.optional(inOneLine(note)) }),
  },
  async ({ ctx, actor, params, form, redirect }) => {
    const proposal = await declineProposal(ctx, actor, params.id, form.read().note ?? null)
    return redirect(`/terms/${proposal.term_id}?done=declined`)
  },
)
