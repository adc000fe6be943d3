import * as v from 'valibot'
import { removeTerm } from '../../../lib/glossary/remove.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById, integer } from '../../../lib/schemas/page.ts'

/** Deletes a term, as it was when its reader decided so. */
export default page(
  {
    path: '/terms/:id/delete',
    summary: 'Delete a term',
    params: ById,
    role: 'editor',
    form: v.object({ version: integer(1, 2_147_483_647) }),
  },
  async ({ ctx, actor, params, form, go }) => {
    await removeTerm(ctx, actor, params.id, [form.read().version])
    return go('/?done=deleted')
  },
)
