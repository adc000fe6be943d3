import { renameCategory, renameTimeoutMs } from '../../lib/glossary/rename-category.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { CategoryName } from '../../lib/schemas/inbox.ts'
import { CategoryRename, NewCategoryName } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'PATCH',
    path: '/api/v1/categories/:name',
    operationId: 'renameCategory',
    summary: 'Rename a category',
    description:
      'Renames a category, or joins it with another one that has this name, in one transaction. Each term gets a history entry; followers of the category follow the new name.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: CategoryName,
    body: NewCategoryName,
    timeoutMs: renameTimeoutMs,
    responses: { 200: CategoryRename },
    problems: [404, 409],
  },
  async ({ ctx, actor, params, body, reply }) => reply(200, await renameCategory(ctx, actor, params.name, body.name)),
)
