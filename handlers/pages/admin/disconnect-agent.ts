import { endCredential } from '../../../lib/identity/end-credential.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/agents/:id/disconnect', summary: 'Disconnect an agent of any user', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await endCredential(ctx, actor, 'agent', params.id)
    return '/admin/agents?done=disconnected'
  },
)
