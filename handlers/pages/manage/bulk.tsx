import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Manage } from './manage-view.tsx'
import { readTable } from './read-table.ts'
import { editSelected, SelectedForm } from './selected-form.ts'

/** Sets the category, the owner or the marking of the selected terms. */
export default page(
  { path: '/terms/bulk', summary: 'Edit several terms', form: SelectedForm, role: 'editor' },
  async ({ ctx, actor, form, sendPage }) => {
    const { ids, set, to_category, to_owner, to_in_texts, ...query } = form.read()
    const change = { ids, set, to_category, to_owner, to_in_texts }
    const { result: edited, problem } = await attempt(() => editSelected(ctx, actor, change))
    const view = await readTable(ctx, actor, query, 0)
    const typed = problem && form.typed
    return sendPage(
      'Edit many terms',
      <Manage {...view} {...{ edited, problem, typed }} />,
      problem?.status,
    )
  },
)
