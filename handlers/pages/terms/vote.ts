import { castVote } from '../../../lib/glossary/vote.ts'
import { button } from '../../../lib/web/page.tsx'

/** Casts the reader's vote for a term. */
export default button({ path: '/terms/:id/vote', summary: 'Vote for a term' }, async ({ ctx, actor, params }) => {
  const { transition } = await castVote(ctx, actor, params.id)
  return `/terms/${params.id}?done=${transition ?? 'voted'}`
})
