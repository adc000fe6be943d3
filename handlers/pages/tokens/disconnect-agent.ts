import { endCredential } from '../../../lib/identity/end-credential.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/agents/:id/disconnect', summary: 'Disconnect an agent' },
  async ({ ctx, actor, params }) => {
    await endCredential(ctx, actor, 'agent', params.id)
    return '/tokens?done=disconnected'
  },
)
