import { claimTerm } from '../../../lib/glossary/ownership.ts'
import { button } from '../../../lib/web/page.tsx'

/** Makes the reader the owner of a term. */
export default button(
  { path: '/terms/:id/claim', summary: 'Take ownership of a term' },
  async ({ ctx, actor, params }) => {
    await claimTerm(ctx, actor, params.id)
    return `/terms/${params.id}?done=claimed`
  },
)
