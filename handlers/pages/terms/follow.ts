import * as v from 'valibot'
import { followTerm } from '../../../lib/notify/follows.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToAction } from './respond-to-action.tsx'

export default page(
  { path: '/terms/:id/follow', summary: 'Follow a term', params: ById, form: v.object({}) },
  (input) => {
    const { ctx, actor, params } = input
    return respondToAction(input, params.id, async () => {
      await followTerm(ctx, actor.id, params.id, true)
      return 'followed'
    })
  },
)
