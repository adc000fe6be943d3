import * as v from 'valibot'
import { promoteTerm } from '../../../lib/glossary/promote.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt, inOneLine } from '../../../lib/pages/parts/form.tsx'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { note } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Moves a term to the next status. */
export default page(
  {
    path: '/terms/:id/promote',
    summary: 'Promote a term',
    params: ById,
    role: 'editor',
    form: v.object({ note: v.optional(inOneLine(note)) }),
  },
  async ({ ctx, actor, params, request, form, isPartial, sendPageOrPart, redirect }) => {
    const { problem } = await attempt(async () =>
      promoteTerm(ctx, actor, params.id, form.read().note ?? null),
    )
    if (!problem) return redirect(`/terms/${params.id}?done=promoted`)
    const view = await readTermView(ctx, actor, params.id, request)
    const feedback = { isPart: isPartial, values: form.typed, problem }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />, problem.status)
  },
)
