import { restoreSuggestion } from '../../../lib/review/dismissed.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/dismissed/:id/restore', summary: 'Restore a dismissed suggestion', role: 'editor' },
  async ({ ctx, actor, params }) => {
    await restoreSuggestion(ctx, actor, params.id)
    return '/dismissed?done=restored'
  },
)
