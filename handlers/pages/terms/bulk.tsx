import { editSelected, SelectedForm } from '../../../lib/pages/manage/edit-selected.ts'
import { Manage } from '../../../lib/pages/manage/manage.tsx'
import { readTable } from '../../../lib/pages/manage/read-table.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'

/** Sets the category or the owner of the selected terms. */
export default page(
  { path: '/terms/bulk', summary: 'Edit several terms', form: SelectedForm, role: 'editor' },
  async ({ ctx, actor, form, sendPage }) => {
    const { ids, set, to_category, to_owner, ...query } = form.read()
    const change = { ids, set, to_category, to_owner }
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
