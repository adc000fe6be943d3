import * as v from 'valibot'
import { disputeTerm } from '../../../lib/review/disputes.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { respondToAction } from './respond-to-action.tsx'

export default page(
  {
    path: '/terms/:id/dispute',
    summary: 'Report a problem with a term',
    params: ById,
    form: v.object({ reason: inOneLine(note) }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToAction(input, params.id, async () => {
      await disputeTerm(ctx, actor, params.id, form.read().reason)
      return 'disputed'
    })
  },
)
