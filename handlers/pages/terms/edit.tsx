import { readTerm } from '../../../lib/glossary/read.ts'
import { toTexts } from '../../../lib/glossary/texts.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { page } from '../../../lib/pages/page.tsx'
import { EditTerm } from '../../../lib/pages/terms/edit.tsx'
import { toFormValues } from '../../../lib/pages/terms/editing.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** The form that edits a term. */
export default page(
  { path: '/terms/:id/edit', summary: 'Edit a term', params: ById },
  async ({ ctx, params, sendPage }) => {
    const [term, categories] = await Promise.all([readTerm(ctx, params.id), listCategories(ctx)])
    const texts = toTexts(term)
    const form = { values: toFormValues(term), preview: { from: texts, to: texts } }
    return sendPage(`Edit ${term.name}`, <EditTerm {...{ term, categories }} {...form} />)
  },
)
