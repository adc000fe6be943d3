import { followTerm } from '../../../lib/notify/follows.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/terms/:id/unfollow', summary: 'Stop following a term' },
  async ({ ctx, actor, params }) => {
    await followTerm(ctx, actor.id, params.id, false)
    return `/terms/${params.id}?done=unfollowed`
  },
)
