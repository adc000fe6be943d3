import { endpoint } from '../../lib/http/endpoint.ts'
import { eraseTimeoutMs, findErasableNames } from '../../lib/identity/erase.ts'
import { ById } from '../../lib/schemas/text.ts'
import { ErasableNames } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/users/:id/erase',
    operationId: 'previewErasure',
    summary: 'Preview the erasure of a user',
    description:
      'Returns the names by which texts may mention a person, how many texts have each, and up to ten examples. None of them is replaced unless `POST` lists it. A name of one word is not looked for in lower case.',
    tag: 'users',
    access: { role: 'admin', scope: 'read' },
    params: ById,
    timeoutMs: eraseTimeoutMs,
    responses: { 200: ErasableNames },
  },
  async ({ ctx, params, reply }) => reply(200, { names: await findErasableNames(ctx, params.id) }),
)
