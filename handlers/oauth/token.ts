import * as v from 'valibot'
import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { tokenForm } from '../../lib/oauth/parameters.ts'
import { requireOAuth, toOAuthRequest } from '../../lib/oauth/requests.ts'

/** Exchanges a code or a refresh token for tokens (RFC 6749, sections 4.1.3 and 6). */
export default endpoint(
  {
    method: 'POST',
    path: '/oauth/token',
    summary: 'Get tokens',
    tag: 'authentication',
    access: 'public',
    form: v.object({}),
    responses: { 200: jsonText, 400: jsonText, 401: jsonText },
  },
  async ({ ctx, requestState, form, reply }) => {
    const sent = tokenForm(form.typed, ctx.settings).toString()
    const request = toOAuthRequest(ctx, requestState, { form: sent })
    const response = await requireOAuth(ctx).respond(request, requestState)
    const { status, headers } = response
    return reply(status as 200 | 400 | 401, await response.text(), Object.fromEntries(headers))
  },
)
