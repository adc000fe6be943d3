import * as v from 'valibot'
import { findDisputedTerm, resolveDispute } from '../../../lib/review/disputes.ts'
import { DisputeResolution } from '../../../lib/schemas/dispute.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { respondToAction } from './respond-to-action.tsx'

export default page(
  {
    path: '/disputes/:id/resolve',
    summary: 'Resolve a reported problem',
    params: ById,
    form: v.object({ ...DisputeResolution.entries, note: v.optional(inOneLine(note)) }),
  },
  async (input) => {
    const { ctx, actor, params, form } = input
    const termId = await findDisputedTerm(ctx, params.id)
    return respondToAction(input, termId, async () => {
      const { resolution, note = null } = form.read()
      await resolveDispute(ctx, actor, params.id, { resolution, note })
      return resolution === 'withdrawn' ? 'report_withdrawn' : resolution
    })
  },
)
