import { readTerm } from '../../../lib/glossary/read.ts'
import { reviseTerm } from '../../../lib/glossary/revise.ts'
import { button } from '../../../lib/web/page.tsx'

/** Lets no text mark a term any more. */
export default button(
  { path: '/terms/:id/never-mark', summary: 'Never mark a term in texts' },
  async ({ ctx, actor, params: { id } }) => {
    const { version } = await readTerm(ctx, id)
    await reviseTerm(ctx, actor, id, { version, in_texts: 'never' }, null)
    return `/terms/${id}?done=unmarked`
  },
)
