import * as v from 'valibot'
import { disconnectAgent } from '../../../lib/identity/agents.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Disconnects an agent. */
export default page(
  {
    path: '/agents/:id/disconnect',
    summary: 'Disconnect an agent',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await disconnectAgent(ctx, actor, params.id)
    return redirect('/tokens?done=disconnected')
  },
)
