import * as v from 'valibot'
import { disconnectAgent } from '../../../lib/identity/agents.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Disconnects an agent of any user. */
export default page(
  {
    path: '/admin/agents/:id/disconnect',
    summary: 'Disconnect an agent of any user',
    role: 'admin',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await disconnectAgent(ctx, actor, params.id)
    return redirect('/admin/agents?done=disconnected')
  },
)
