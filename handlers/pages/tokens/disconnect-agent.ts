import { disconnectAgent } from '../../../lib/identity/agents.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/agents/:id/disconnect', summary: 'Disconnect an agent' },
  async ({ ctx, actor, params }) => {
    await disconnectAgent(ctx, actor, params.id)
    return '/tokens?done=disconnected'
  },
)
