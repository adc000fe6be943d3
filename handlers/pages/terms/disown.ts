import { disownTerm } from '../../../lib/glossary/ownership.ts'
import { button } from '../../../lib/web/page.tsx'

/** Removes the reader as the owner of a term. */
export default button(
  { path: '/terms/:id/disown', summary: 'Give up ownership of a term' },
  async ({ ctx, actor, params }) => {
    await disownTerm(ctx, actor, params.id)
    return `/terms/${params.id}?done=disowned`
  },
)
