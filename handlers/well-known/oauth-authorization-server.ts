import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { authorizationServerMetadata } from '../../lib/oauth/metadata.ts'
import { requireOAuth } from '../../lib/oauth/requests.ts'

/** The metadata of the OAuth server (RFC 8414). */
export default endpoint(
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Describe how agents log in',
    tag: 'authentication',
    access: 'public',
    responses: { 200: jsonText },
  },
  ({ ctx, reply }) => {
    requireOAuth(ctx)
    return reply(200, JSON.stringify(authorizationServerMetadata(ctx.settings)))
  },
)
