import * as v from 'valibot'
import { followTerm } from '../../../lib/notify/follows.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById } from '../../../lib/schemas/text.ts'

/** Makes the reader follow a term. */
export default page(
  { path: '/terms/:id/follow', summary: 'Follow a term', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    await followTerm(ctx, actor.id, params.id, true)
    return redirect(`/terms/${params.id}?done=followed`)
  },
)
