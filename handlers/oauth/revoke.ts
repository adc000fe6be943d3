import * as v from 'valibot'
import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { revocationForm } from '../../lib/oauth/parameters.ts'
import { requireOAuth, toOAuthRequest } from '../../lib/oauth/requests.ts'

/** Disconnects an agent that gives its token back (RFC 7009). */
export default endpoint(
  {
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'Revoke a token',
    tag: 'authentication',
    access: 'public',
    form: v.object({}),
    responses: { 200: jsonText, 400: jsonText, 401: jsonText },
  },
  async ({ ctx, requestState, form, reply }) => {
    const request = toOAuthRequest(ctx, requestState, { form: revocationForm(form.typed).toString() })
    const response = await requireOAuth(ctx).respond(request, requestState)
    const { status, headers } = response
    return reply(status as 200 | 400 | 401, await response.text(), Object.fromEntries(headers))
  },
)
