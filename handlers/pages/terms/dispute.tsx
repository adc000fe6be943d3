import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { attempt, inOneLine } from '../../../lib/pages/parts/form.tsx'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { disputeTerm } from '../../../lib/review/open-dispute.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Reports a problem with a term. */
export default page(
  {
    path: '/terms/:id/dispute',
    summary: 'Report a problem with a term',
    params: ById,
    form: v.object({ reason: inOneLine(note) }),
  },
  async ({ ctx, actor, params, request, form, isPartial, sendPageOrPart, redirect }) => {
    const { problem } = await attempt(async () =>
      disputeTerm(ctx, actor, params.id, form.read().reason),
    )
    if (!problem) return redirect(`/terms/${params.id}?done=disputed`)
    const view = await readTermView(ctx, actor, params.id, request)
    const feedback = { isPart: isPartial, values: form.typed, problem }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />, problem.status)
  },
)
