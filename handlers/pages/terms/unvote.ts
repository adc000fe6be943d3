import * as v from 'valibot'
import { withdrawVote } from '../../../lib/glossary/vote.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Removes the reader's vote. */
export default page(
  { path: '/terms/:id/unvote', summary: 'Remove a vote', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    await withdrawVote(ctx, actor, params.id)
    return redirect(`/terms/${params.id}?done=unvoted`)
  },
)
