import { endpoint } from '../../lib/http/endpoint.ts'
import { createApiToken } from '../../lib/identity/api-tokens.ts'
import { NewApiToken, TokenRequest } from '../../lib/schemas/token.ts'

/** Creates an API token; the only time that the token itself is shown. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/tokens',
    summary: 'Create an API token',
    description:
      'Takes a session. `write` includes `read`; without it the token may only GET. Only a hash of the token is kept: it is shown this once.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'write', session: true },
    body: TokenRequest,
    answers: { 201: NewApiToken },
  },
  async ({ ctx, actor, body, reply }) => {
    const token = await createApiToken(ctx, actor, body)
    return reply(201, token, { location: `/api/v1/tokens/${token.id}` })
  },
)
