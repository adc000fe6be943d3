import * as v from 'valibot'
import { followTerm } from '../../../lib/notify/follows.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Makes the reader stop following a term. */
export default page(
  {
    path: '/terms/:id/unfollow',
    summary: 'Stop following a term',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await followTerm(ctx, actor.id, params.id, false)
    return redirect(`/terms/${params.id}?done=unfollowed`)
  },
)
