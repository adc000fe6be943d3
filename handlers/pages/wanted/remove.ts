import * as v from 'valibot'
import { removeWanted } from '../../../lib/lookup/wanted.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Removes a wanted name. */
export default page(
  {
    path: '/wanted/:id/remove',
    summary: 'Remove a wanted name',
    role: 'editor',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, params, redirect }) => {
    await removeWanted(ctx, params.id)
    return redirect('/wanted?done=unwanted')
  },
)
