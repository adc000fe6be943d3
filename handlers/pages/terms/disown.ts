import * as v from 'valibot'
import { disownTerm } from '../../../lib/glossary/disown.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById } from '../../../lib/schemas/page.ts'

/** Takes the reader off a term that was theirs. */
export default page(
  { path: '/terms/:id/disown', summary: 'Give a term up', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, go }) => {
    await disownTerm(ctx, actor, params.id)
    return go(`/terms/${params.id}?done=disowned`)
  },
)
