import * as v from 'valibot'
import { castVote } from '../../../lib/glossary/vote.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Casts the reader's vote for a term. */
export default page(
  { path: '/terms/:id/vote', summary: 'Vote for a term', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    const { transition } = await castVote(ctx, actor, params.id)
    return redirect(`/terms/${params.id}?done=${transition ?? 'voted'}`)
  },
)
