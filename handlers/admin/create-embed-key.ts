import { endpoint } from '../../lib/http/endpoint.ts'
import { createEmbedKey } from '../../lib/identity/embed-keys.ts'
import { EmbedKeyRequest, NewEmbedKey } from '../../lib/schemas/credentials.ts'

/** Creates an embed key and returns it, which happens only once. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/admin/embed-keys',
    operationId: 'createEmbedKey',
    summary: 'Create an embed key',
    description:
      'With an embed key, the pages of `origins` can load `/embed.js`, which marks terms in their text. The key can only explain texts, and only from these origins and that of this service. The key itself is returned only here, because only its hash is stored.',
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    body: EmbedKeyRequest,
    responses: { 201: NewEmbedKey },
  },
  async ({ ctx, actor, body, reply }) => {
    const created = await createEmbedKey(ctx, actor, body)
    return reply(201, created, { location: `/api/v1/admin/embed-keys/${created.id}` })
  },
)
