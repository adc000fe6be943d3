import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listEmbedKeys } from '../../lib/identity/embed-keys.ts'
import { EmbedKey } from '../../lib/schemas/credentials.ts'
import { ListRange } from '../../lib/schemas/list.ts'

/** Lists the embed keys, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/embed-keys',
    operationId: 'listEmbedKeys',
    summary: 'List embed keys',
    description: 'With their origins and last use.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(EmbedKey) },
  },
  async ({ ctx, query, replyList }) => replyList(await listEmbedKeys(ctx, query)),
)
