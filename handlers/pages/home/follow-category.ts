import * as v from 'valibot'
import { followCategory } from '../../../lib/notify/follows.ts'
import { CategoryName } from '../../../lib/schemas/inbox.ts'
import { page } from '../../../lib/web/page.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'

export default page(
  { path: '/categories/:name/follow', summary: 'Follow a category', params: CategoryName, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    await followCategory(ctx, actor.id, params.name, true)
    return redirect(buildUrl('/browse', { category: params.name, done: 'category_followed' }))
  },
)
