import { listCategories } from '../../../lib/glossary/browse.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { EditTerm } from '../../../lib/pages/terms/edit.tsx'
import {
  EditForm,
  fieldsOf,
  meet,
  saveEdit,
  textsBefore,
  textsTyped,
} from '../../../lib/pages/terms/editing.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** Saves an edit; where somebody else was quicker, shows what both have written. */
export default page(
  { path: '/terms/:id/edit', summary: 'Edit a term', params: ById, form: EditForm },
  async ({ ctx, actor, params, form, present, leave }) => {
    const { result, problem } = await attempt(async () =>
      saveEdit(ctx, actor, params.id, form.read()),
    )
    if (!problem) {
      const isNew = result.version > form.read().version
      return leave(`/terms/${params.id}?done=${isNew ? 'edited' : 'unchanged'}`)
    }
    const [term, categories] = await Promise.all([readTerm(ctx, params.id), listCategories(ctx)])
    const title = `Edit ${term.name}`
    const common = { term, categories, problem }
    if (problem.code === 'version_conflict') {
      const meeting = await meet(ctx, term, form.read())
      const typed = fieldsOf(term, meeting.texts, form.typed.get('note') ?? '')
      const preview = { from: term, to: meeting.texts }
      return present(title, <EditTerm {...common} {...{ typed, preview, meeting }} />, 409)
    }
    const { typed } = form
    const preview = { from: await textsBefore(ctx, term, typed), to: textsTyped(typed) }
    return present(title, <EditTerm {...common} {...{ typed, preview }} />, problem.status)
  },
)
