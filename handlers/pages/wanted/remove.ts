import * as v from 'valibot'
import { removeWanted } from '../../../lib/lookup/wanted.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById } from '../../../lib/schemas/text.ts'

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
