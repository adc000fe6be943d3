import * as v from 'valibot'
import { entryForm, pathAfter } from '../../../lib/pages/inbox/entry-link.ts'
import { page } from '../../../lib/pages/page.tsx'
import { inOneLine } from '../../../lib/pages/parts/form.tsx'
import { respondToDecision } from '../../../lib/pages/terms/proposal-action.tsx'
import { declineProposal } from '../../../lib/review/proposals.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Declines a proposed change. */
export default page(
  {
    path: '/proposals/:id/decline',
    summary: 'Decline a proposed change',
    params: ById,
    form: v.object({ note: v.optional(inOneLine(note)), ...entryForm }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToDecision(input, params.id, async () => {
      const { note = null, ...entry } = form.read()
      const { term_id: termId } = await declineProposal(ctx, actor, params.id, note)
      return pathAfter(ctx, actor, entry, { termId, done: 'declined' })
    })
  },
)
