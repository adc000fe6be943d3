import * as v from 'valibot'
import { disownTerm } from '../../../lib/glossary/ownership.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Removes the reader as the owner of a term. */
export default page(
  {
    path: '/terms/:id/disown',
    summary: 'Give up ownership of a term',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await disownTerm(ctx, actor, params.id)
    return redirect(`/terms/${params.id}?done=disowned`)
  },
)
