import * as v from 'valibot'
import { showWanted } from '../../../lib/lookup/wanted.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Shows a wanted name to everyone. */
export default page(
  {
    path: '/wanted/:id/show',
    summary: 'Show a wanted name to everyone',
    role: 'editor',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, params, redirect }) => {
    await showWanted(ctx, params.id)
    return redirect('/wanted?done=shown')
  },
)
