import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { mayEdit, protectedProblem, reviseTerm } from '../../../lib/glossary/revise.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { StopUnderlining } from '../../../lib/web/parts/stop-underlining.tsx'

/** Lets no text underline a term any more, after asking. */
export default page(
  {
    path: '/terms/:id/never-mark',
    summary: 'Stop underlining a term in texts',
    params: ById,
    form: v.object({ confirmed: v.optional(v.boolean(), false) }),
  },
  async ({ ctx, actor, params: { id }, form, redirect, sendPage }) => {
    const term = await readTerm(ctx, id)
    if (!mayEdit(ctx, actor, term)) throw protectedProblem(id)
    if (form.read().confirmed) {
      await reviseTerm(ctx, actor, id, { version: term.version, in_texts: 'never' }, null)
      return redirect(`/terms/${id}?done=unmarked`)
    }
    return sendPage(
      `Stop underlining ${term.name}`,
      <section class="message">
        <h1>Stop underlining {term.name} for everyone?</h1>
        <StopUnderlining term={term} />
        <p>
          <a href={`/terms/${id}`}>Cancel</a>
        </p>
      </section>,
    )
  },
)
