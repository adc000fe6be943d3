import * as v from 'valibot'
import { removeTerm } from '../../../lib/review/remove-term.ts'
import { integer } from '../../../lib/schemas/numbers.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { returnPath } from './read-term.ts'

/** Deletes a term unless it has changed since the page was opened, and returns to the list of terms. */
export default page(
  {
    path: '/terms/:id/delete',
    summary: 'Delete a term',
    params: ById,
    role: 'editor',
    form: v.object({ version: integer(1, 2_147_483_647), return_to: v.optional(v.string()) }),
  },
  async ({ ctx, actor, params, form, redirect }) => {
    const { version, return_to } = form.read()
    await removeTerm(ctx, actor, params.id, [version])
    return redirect(withDone(returnPath(return_to)))
  },
)

const withDone = (path: string) => `${path}${path.includes('?') ? '&' : '?'}done=deleted`
