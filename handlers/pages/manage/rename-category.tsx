import { renameCategory, renameTimeoutMs } from '../../../lib/glossary/rename-category.ts'
import { CategoryName } from '../../../lib/schemas/inbox.ts'
import { NewCategoryName } from '../../../lib/schemas/term.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Manage } from './manage-view.tsx'
import { readTable } from './read-table.ts'

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
    const { result, problem } = await attempt(async () => renameCategory(ctx, actor, params.name, form.read().name))
    if (!problem) return redirect(buildUrl('/terms', { category: result.name, done: 'renamed' }))
    const view = await readTable(ctx, actor, { category: params.name }, 0)
    return sendPage('All terms', <Manage {...view} problem={problem} typed={form.typed} />, problem.status)
  },
)
