import { mergeTerms } from '../../../lib/review/merge-terms.ts'
import { Merge } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { MergePage } from './merge-view.tsx'
import { readMerge } from './read-merge.ts'

export default page(
  { path: '/terms/:id/merge', summary: 'Merge a term into another one', params: ById, form: Merge, role: 'editor' },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const input = form.read()
    const { problem } = await attempt(() => mergeTerms(ctx, actor, params.id, input))
    if (!problem) return redirect(`/terms/${input.into}?done=merged`)
    const props = await readMerge(ctx, params.id, input)
    return sendPage(`Merge ${props.term.name}`, <MergePage {...props} problem={problem} />, problem.status)
  },
)
