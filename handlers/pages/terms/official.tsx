import * as v from 'valibot'
import { makeOfficial } from '../../../lib/glossary/promote.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** Makes a term official. */
export default page(
  {
    path: '/terms/:id/official',
    summary: 'Make a term official',
    params: ById,
    role: 'editor',
    form: v.object({}),
  },
  async ({ ctx, actor, params, request, form, isPartial, sendPageOrPart, redirect }) => {
    const { problem } = await attempt(async () => makeOfficial(ctx, actor, params.id))
    if (!problem) return redirect(`/terms/${params.id}?done=official`)
    const view = await readTermView(ctx, actor, params.id, request)
    const feedback = { isPart: isPartial, values: form.typed, problem }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />, problem.status)
  },
)
