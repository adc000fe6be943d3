import * as v from 'valibot'
import { followCategory } from '../../../lib/notify/follows.ts'
import { page } from '../../../lib/pages/page.tsx'
import { buildUrl } from '../../../lib/pages/parts/url.ts'
import { CategoryName } from '../../../lib/schemas/inbox.ts'

/** Makes the reader follow a category. */
export default page(
  {
    path: '/categories/:name/follow',
    summary: 'Follow a category',
    params: CategoryName,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await followCategory(ctx, actor.id, params.name, true)
    return redirect(buildUrl('/browse', { category: params.name, done: 'category_followed' }))
  },
)
