import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { protectedResourceMetadata } from '../../lib/oauth/metadata.ts'
import { requireOAuth } from '../../lib/oauth/requests.ts'

/** The metadata of /mcp as a protected resource (RFC 9728). */
export default endpoint(
  {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    summary: 'Describe who may use /mcp',
    tag: 'authentication',
    access: 'public',
    responses: { 200: jsonText },
  },
  ({ ctx, reply }) => {
    requireOAuth(ctx)
    return reply(200, JSON.stringify(protectedResourceMetadata(ctx.settings)))
  },
)
