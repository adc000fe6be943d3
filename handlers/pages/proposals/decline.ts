import * as v from 'valibot'
import { declineProposal } from '../../../lib/review/proposals.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { respondToDecision } from './respond-to-decision.tsx'

export default page(
  {
    path: '/proposals/:id/decline',
    summary: 'Decline a proposed change',
    params: ById,
    form: v.object({ note: inOneLine(note), ...entryForm }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToDecision(input, params.id, async () => {
      const { note, ...entry } = form.read()
      const { term_id: termId } = await declineProposal(ctx, actor, params.id, note)
      return pathAfter(ctx, actor, entry, { termId, done: 'declined' })
    })
  },
)
