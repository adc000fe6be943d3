import * as v from 'valibot'
import { findCategoryToJoin, renameCategory, renameTimeoutMs } from '../../../lib/glossary/rename-category.ts'
import { CategoryName } from '../../../lib/schemas/inbox.ts'
import { NewCategoryName } from '../../../lib/schemas/term.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Manage } from './manage-view.tsx'
import { readTable } from './read-table.ts'

/** Renames a category, or asks before it joins it with another one. */
export default page(
  {
    path: '/categories/:name/rename',
    summary: 'Rename a category',
    params: CategoryName,
    form: v.object({ ...NewCategoryName.entries, is_sure: v.optional(v.boolean('must be true or false'), false) }),
    timeoutMs: renameTimeoutMs,
    role: 'editor',
  },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const { result, problem } = await attempt(async () => {
      const { name, is_sure } = form.read()
      const joined = is_sure ? undefined : await findCategoryToJoin(ctx, params.name, name)
      return joined ? { name, joined } : renameCategory(ctx, actor, params.name, name)
    })
    const joined = result && 'joined' in result ? result.joined : undefined
    if (!(problem || joined)) return redirect(buildUrl('/terms', { category: result.name, done: 'renamed' }))
    const view = await readTable(ctx, actor, { category: params.name }, 0)
    return sendPage('All terms', <Manage {...view} {...{ problem, joined }} typed={form.typed} />, problem?.status)
  },
)
