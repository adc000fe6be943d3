import { withdrawVote } from '../../../lib/glossary/vote.ts'
import { button } from '../../../lib/web/page.tsx'

export default button({ path: '/terms/:id/unvote', summary: 'Remove a vote' }, async ({ ctx, actor, params }) => {
  await withdrawVote(ctx, actor, params.id)
  return `/terms/${params.id}?done=unvoted`
})
