import * as v from 'valibot'
import { acceptProposal } from '../../../lib/review/proposals.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'
import { DecisionForm, decidedFields } from './read-decision.ts'
import { respondToDecision } from './respond-to-decision.tsx'

/** Accepts a proposed change. If the term has changed since, shows both versions instead. */
export default page(
  {
    path: '/proposals/:id/accept',
    summary: 'Accept a proposed change',
    params: ById,
    form: v.object({ ...DecisionForm.entries, ...entryForm }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToDecision(input, params.id, async () => {
      const { id: termId } = await acceptProposal(ctx, actor, params.id, (term) =>
        decidedFields(term, form),
      )
      return pathAfter(ctx, actor, form.read(), { termId, done: 'accepted' })
    })
  },
)
