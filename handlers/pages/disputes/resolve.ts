import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { inOneLine } from '../../../lib/pages/parts/form.tsx'
import { resolveDispute } from '../../../lib/review/disputes.ts'
import { DisputeResolution } from '../../../lib/schemas/dispute.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Resolves a reported problem. */
export default page(
  {
    path: '/disputes/:id/resolve',
    summary: 'Resolve a reported problem',
    params: ById,
    form: v.object({ ...DisputeResolution.entries, note: v.optional(inOneLine(note)) }),
  },
  async ({ ctx, actor, params, form, redirect }) => {
    const { resolution, note = null } = form.read()
    const { term_id } = await resolveDispute(ctx, actor, params.id, resolution, note)
    const done = resolution === 'withdrawn' ? 'report_withdrawn' : resolution
    return redirect(`/terms/${term_id}?done=${done}`)
  },
)
