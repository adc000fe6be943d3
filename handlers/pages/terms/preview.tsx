import { readTerm } from '../../../lib/glossary/read.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { relationsTyped } from '../../../lib/web/read-term-rows.ts'
import { EditTerm, Preview, titleOf } from './edit-form.tsx'
import { EditForm, readEditContext, textsBeforeEdit, textsInForm } from './read-edit.ts'

/** Shows what an edit would change, without saving it. */
export default page(
  { path: '/terms/:id/preview', summary: 'Preview an edit', params: ById, form: EditForm },
  async ({ ctx, actor, params, form, isPartial, sendPage, sendPart }) => {
    const values = form.typed
    const term = await readTerm(ctx, params.id)
    const preview = { from: await textsBeforeEdit(ctx, term, values), to: textsInForm(values) }
    if (isPartial) return sendPart(<Preview {...preview} />)
    const { problem } = await attempt(async () => form.read())
    const context = await readEditContext(ctx, actor, params.id)
    const content = <EditTerm {...context} {...{ values, preview, problem }} relations={relationsTyped(values)} />
    return sendPage(titleOf(context), content, problem?.status)
  },
)
