import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listImports } from '../../lib/import/store.ts'
import { ImportRecord } from '../../lib/schemas/import.ts'
import { ListRange } from '../../lib/schemas/list.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/imports',
    operationId: 'listImports',
    summary: 'List imports',
    description: 'The newest first, with what each created and changed.',
    tag: 'import',
    access: { role: 'editor', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(ImportRecord) },
  },
  async ({ ctx, query, replyList }) => replyList(await listImports(ctx, query)),
)
