import * as v from 'valibot'
import { promoteTerm } from '../../../lib/glossary/promote.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { respondToAction } from './respond-to-action.tsx'

/** Moves a term to the next status. */
export default page(
  {
    path: '/terms/:id/promote',
    summary: 'Promote a term',
    params: ById,
    role: 'editor',
    form: v.object({ note: v.optional(inOneLine(note)) }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToAction(input, params.id, async () => {
      await promoteTerm(ctx, actor, params.id, form.read().note ?? null)
      return 'promoted'
    })
  },
)
