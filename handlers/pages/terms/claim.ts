import * as v from 'valibot'
import { claimTerm } from '../../../lib/glossary/ownership.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Makes the reader the owner of a term. */
export default page(
  {
    path: '/terms/:id/claim',
    summary: 'Take ownership of a term',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await claimTerm(ctx, actor, params.id)
    return redirect(`/terms/${params.id}?done=claimed`)
  },
)
