import { endpoint } from '../../lib/http/endpoint.ts'
import { undoImport, undoTimeoutMs } from '../../lib/import/undo.ts'
import { UndoneImport } from '../../lib/schemas/import.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/imports/:id',
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Deletes the terms that the import created and returns those that it changed to their earlier content, as a new version. Terms that someone has touched since, and new ones that someone follows, are kept; `kept` has the first 500 of them, and `X-Total-Count` is their number. Only the person who made the import and admins can undo it.',
    tag: 'import',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    timeoutMs: undoTimeoutMs,
    responses: { 200: UndoneImport },
    problems: [409],
  },
  async ({ ctx, actor, params, reply }) => {
    const { keptTotal, ...undone } = await undoImport(ctx, actor, params.id)
    return reply(200, undone, { 'x-total-count': String(keptTotal) })
  },
)
