import { removeWanted } from '../../../lib/lookup/wanted-names.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/wanted/:id/remove', summary: 'Remove a wanted name', role: 'editor' },
  async ({ ctx, params }) => {
    await removeWanted(ctx, params.id)
    return '/wanted?done=unwanted'
  },
)
