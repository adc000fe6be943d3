import { readTerm } from '../../../lib/glossary/read.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { EditTerm } from '../../../lib/pages/terms/edit.tsx'
import {
  EditForm,
  readEditConflict,
  saveEdit,
  textsBeforeEdit,
  textsInForm,
  toFormValues,
} from '../../../lib/pages/terms/editing.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** Saves an edit. If someone else has changed the texts since, shows both versions instead. */
export default page(
  { path: '/terms/:id/edit', summary: 'Edit a term', params: ById, form: EditForm },
  async ({ ctx, actor, params, form, sendPageOrPart, redirectWindow }) => {
    const { result, problem } = await attempt(async () =>
      saveEdit(ctx, actor, params.id, form.read()),
    )
    if (!problem) {
      const isNew = result.version > form.read().version
      return redirectWindow(`/terms/${params.id}?done=${isNew ? 'edited' : 'unchanged'}`)
    }
    const [term, categories] = await Promise.all([readTerm(ctx, params.id), listCategories(ctx)])
    const title = `Edit ${term.name}`
    const common = { term, categories, problem }
    if (problem.code === 'version_conflict') {
      const conflict = await readEditConflict(ctx, term, form.read())
      const values = toFormValues(term, conflict.texts, form.typed.get('note') ?? '')
      const preview = { from: conflict.theirs, to: conflict.texts }
      return sendPageOrPart(title, <EditTerm {...common} {...{ values, preview, conflict }} />, 409)
    }
    const values = form.typed
    const preview = { from: await textsBeforeEdit(ctx, term, values), to: textsInForm(values) }
    return sendPageOrPart(title, <EditTerm {...common} {...{ values, preview }} />, problem.status)
  },
)
