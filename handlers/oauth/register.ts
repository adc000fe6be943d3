import * as v from 'valibot'
import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { readClient } from '../../lib/oauth/clients.ts'
import { requireOAuth, toOAuthRequest } from '../../lib/oauth/requests.ts'

const refused = JSON.stringify({
  error: 'invalid_redirect_uri',
  error_description: 'redirect_uris must be 1 to 20 URIs: https, http on a loopback address, or of a private scheme',
})

export default endpoint(
  {
    method: 'POST',
    path: '/oauth/register',
    summary: 'Register a client',
    tag: 'authentication',
    access: 'public',
    body: v.looseObject({}),
    responses: { 201: jsonText, 400: jsonText },
  },
  async ({ ctx, requestState, body, reply }) => {
    const oauth = requireOAuth(ctx)
    await ctx.limits.register(requestState.client)
    const client = readClient(body)
    if (!client) return reply(400, refused)
    const request = toOAuthRequest(ctx, requestState, { form: JSON.stringify(client) })
    const response = await oauth.respond(request, requestState)
    return reply(response.status as 201 | 400, await response.text())
  },
)
