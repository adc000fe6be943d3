import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Manage } from './manage-view.tsx'
import { readTable } from './read-table.ts'
import { changeSelected, SelectedForm } from './selected-form.ts'

/** Changes the selected terms, or asks before it deletes them. */
export default page(
  { path: '/terms/bulk', summary: 'Change several terms', form: SelectedForm, role: 'editor' },
  async ({ ctx, actor, form, sendPage }) => {
    const { ids, set, is_sure, to_category, to_owner, to_in_texts, offset, ...query } = form.read()
    const change = { ids, set, is_sure, to_category, to_owner, to_in_texts }
    const { result: changed, problem } = await attempt(() => changeSelected(ctx, actor, change))
    const view = await readTable(ctx, actor, query, offset)
    const isAsked = changed === 'ask'
    const typed = problem || isAsked ? form.typed : undefined
    return sendPage(
      'All terms',
      <Manage {...view} {...(isAsked ? { isAsked } : { changed })} {...{ problem, typed }} />,
      problem?.status,
    )
  },
)
