import * as v from 'valibot'
import { withdrawVote } from '../../../lib/glossary/vote.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ById } from '../../../lib/schemas/page.ts'

/** Takes the reader's vote back. */
export default page(
  { path: '/terms/:id/unvote', summary: 'Take a vote back', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, go }) => {
    await withdrawVote(ctx, actor, params.id)
    return go(`/terms/${params.id}?done=unvoted`)
  },
)
