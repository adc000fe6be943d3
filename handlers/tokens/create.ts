import { endpoint } from '../../lib/http/endpoint.ts'
import { createApiToken } from '../../lib/identity/api-tokens.ts'
import { NewApiToken, TokenRequest } from '../../lib/schemas/credentials.ts'

/** Creates an API token and returns it, which happens only once. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/tokens',
    operationId: 'createToken',
    summary: 'Create an API token',
    description:
      'Requires a session. The scope `write` includes `read`; a token with `read` alone can only send GET requests. The token itself is returned only here, because only its hash is stored.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'write', session: true },
    body: TokenRequest,
    responses: { 201: NewApiToken },
  },
  async ({ ctx, actor, body, reply }) => {
    const token = await createApiToken(ctx, actor, body)
    return reply(201, token, { location: `/api/v1/tokens/${token.id}` })
  },
)
