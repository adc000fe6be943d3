import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { relationsTyped } from '../../../lib/web/read-term-rows.ts'
import { withCandidates } from '../../../lib/web/search-others.ts'
import { EditTerm, titleOf } from './edit-form.tsx'
import {
  EditForm,
  readEditContext,
  readFormConflict,
  submitEdit,
  textsBeforeEdit,
  textsInForm,
  toFormValues,
} from './read-edit.ts'

/** Saves or proposes an edit. If someone else has changed the texts since, shows both versions instead. */
export default page(
  { path: '/terms/:id/edit', summary: 'Edit a term', params: ById, form: EditForm },
  async ({ ctx, actor, params, form, sendPageOrPart, redirectWindow }) => {
    const { result, problem } = await attempt(async () => submitEdit(ctx, actor, params.id, form))
    if (!problem) return redirectWindow(`/terms/${params.id}?done=${result}`)
    const context = await readEditContext(ctx, actor, params.id)
    const { term } = context
    const title = titleOf(context)
    const relations = await withCandidates(ctx, params.id, relationsTyped(form.typed))
    if (problem.code === 'version_conflict') {
      const conflict = await readFormConflict(ctx, term, form)
      const values = toFormValues(term, conflict.combined, form.typed.get('note') ?? '')
      const preview = { from: conflict.theirs, to: conflict.combined }
      const content = <EditTerm {...context} {...{ values, relations, preview, problem, conflict }} />
      return sendPageOrPart(title, content, 409)
    }
    const values = form.typed
    const preview = { from: await textsBeforeEdit(ctx, term, values), to: textsInForm(values) }
    const content = <EditTerm {...context} {...{ values, relations, preview, problem }} />
    return sendPageOrPart(title, content, problem.status)
  },
)
