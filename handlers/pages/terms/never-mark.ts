import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { reviseTerm } from '../../../lib/glossary/revise.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Lets no text mark a term any more. */
export default page(
  {
    path: '/terms/:id/never-mark',
    summary: 'Never mark a term in texts',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params: { id }, redirect }) => {
    const { version } = await readTerm(ctx, id)
    await reviseTerm(ctx, actor, id, { version, in_texts: 'never' }, null)
    return redirect(`/terms/${id}?done=unmarked`)
  },
)
