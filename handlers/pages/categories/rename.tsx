import { renameCategory, renameTimeoutMs } from '../../../lib/glossary/rename-category.ts'
import { Manage } from '../../../lib/pages/manage/manage.tsx'
import { readTable } from '../../../lib/pages/manage/read-table.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { buildUrl } from '../../../lib/pages/parts/url.ts'
import { NewCategoryName } from '../../../lib/schemas/category.ts'
import { CategoryName } from '../../../lib/schemas/inbox.ts'

/** Renames a category, or joins it with another one. */
export default page(
  {
    path: '/categories/:name/rename',
    summary: 'Rename a category',
    params: CategoryName,
    form: NewCategoryName,
    timeoutMs: renameTimeoutMs,
    role: 'editor',
  },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const { result, problem } = await attempt(async () =>
      renameCategory(ctx, actor, params.name, form.read().name),
    )
    if (!problem) return redirect(buildUrl('/terms', { category: result.name, done: 'renamed' }))
    const view = await readTable(ctx, actor, { category: params.name }, 0)
    return sendPage(
      'Edit many terms',
      <Manage {...view} problem={problem} typed={form.typed} />,
      problem.status,
    )
  },
)
