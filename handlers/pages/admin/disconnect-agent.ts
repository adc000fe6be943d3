import { disconnectAgent } from '../../../lib/identity/agents.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/agents/:id/disconnect', summary: 'Disconnect an agent of any user', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await disconnectAgent(ctx, actor, params.id)
    return '/admin/agents?done=disconnected'
  },
)
