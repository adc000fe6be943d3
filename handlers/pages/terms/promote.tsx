import * as v from 'valibot'
import { promoteTerm } from '../../../lib/glossary/promote.ts'
import { note } from '../../../lib/schemas/term.ts'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { termAction } from './respond-to-action.tsx'

/** Moves a term to the next status. */
export default termAction(
  {
    path: '/terms/:id/promote',
    summary: 'Promote a term',
    role: 'editor',
    form: v.object({ note: v.optional(inOneLine(note)) }),
  },
  async ({ ctx, actor, params, form }) => {
    await promoteTerm(ctx, actor, params.id, form.read().note ?? null)
    return 'promoted'
  },
)
