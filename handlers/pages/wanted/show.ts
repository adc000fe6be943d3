import { showWanted } from '../../../lib/lookup/wanted-names.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/wanted/:id/show', summary: 'Show a wanted name to everyone', role: 'editor' },
  async ({ ctx, params }) => {
    await showWanted(ctx, params.id)
    return '/wanted?done=shown'
  },
)
