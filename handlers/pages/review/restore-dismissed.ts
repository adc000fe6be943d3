import * as v from 'valibot'
import { restoreSuggestion } from '../../../lib/review/dismissed.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Brings a dismissed suggestion back. */
export default page(
  {
    path: '/dismissed/:id/restore',
    summary: 'Restore a dismissed suggestion',
    role: 'editor',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await restoreSuggestion(ctx, actor, params.id)
    return redirect('/dismissed?done=restored')
  },
)
