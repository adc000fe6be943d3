import { toTexts } from '../../../lib/glossary/texts.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { relationsOf } from '../../../lib/web/read-term-rows.ts'
import { EditTerm, titleOf } from './edit-form.tsx'
import { readEditContext, textsAfter, toFormValues } from './read-edit.ts'

/** The form that edits a term, or proposes a change if the reader may not edit it. */
export default page(
  { path: '/terms/:id/edit', summary: 'Edit a term', params: ById },
  async ({ ctx, actor, params, sendPage }) => {
    const context = await readEditContext(ctx, actor, params.id)
    const { term, proposal } = context
    const texts = textsAfter(term, proposal)
    const values = toFormValues(term, texts, proposal?.note ?? '')
    const form = { values, relations: relationsOf(term), preview: { from: toTexts(term), to: texts } }
    return sendPage(titleOf(context), <EditTerm {...context} {...form} />)
  },
)
