import * as v from 'valibot'
import { confirmTerm } from '../../../lib/glossary/ownership.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryForm, pathAfter } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'

export default page(
  { path: '/terms/:id/confirm', summary: 'Confirm a term', params: ById, form: v.object(entryForm) },
  async ({ ctx, actor, params, form, redirect }) => {
    await confirmTerm(ctx, actor, params.id)
    const after = { termId: params.id, done: 'confirmed' }
    return redirect(await pathAfter(ctx, actor, form.read(), after))
  },
)
