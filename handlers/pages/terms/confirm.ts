import * as v from 'valibot'
import { confirmTerm } from '../../../lib/glossary/confirm.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById } from '../../../lib/schemas/page.ts'

/** Confirms that a term is up to date. */
export default page(
  { path: '/terms/:id/confirm', summary: 'Confirm a term', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    await confirmTerm(ctx, actor, params.id)
    return redirect(`/terms/${params.id}?done=confirmed`)
  },
)
