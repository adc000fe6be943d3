import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import {
  readNonceCookie,
  writeNonceCookie,
  writeSessionCookie,
} from '../../lib/identity/cookies.ts'
import { completeLogIn } from '../../lib/identity/slack-login.ts'

/** Takes a browser back from the identity provider and starts its session. */
export default endpoint(
  {
    method: 'GET',
    path: '/auth/slack/callback',
    summary: 'Complete a log-in with Slack',
    description:
      'Where the identity provider sends browsers back to. Creates the user at the first time, sets the session cookie and redirects to `/`. A failed log-in is a 400 with a `code`: `state_mismatch`, `invalid_id_token`, `email_missing`, `email_unverified`, `account_conflict`, or the provider’s own, such as `redirect_uri_mismatch`, `invalid_client` or `access_denied`; 502 `idp_unreachable` where the provider gives no answer.',
    tag: 'authentication',
    access: 'public',
    query: v.object({
      code: v.optional(v.string()),
      state: v.optional(v.string()),
      error: v.optional(v.string()),
    }),
    answers: { 303: null },
    problems: [401, 404, 502],
  },
  async ({ ctx, exchange, request, query, reply }) => {
    // Whatever becomes of it, the nonce has had its turn.
    const forgetNonce = writeNonceCookie(ctx.settings, null)
    exchange.headers = { 'set-cookie': forgetNonce }
    const callback = { ...query, nonce: readNonceCookie(request) }
    const { user, session } = await completeLogIn(ctx, callback, exchange.client)
    exchange.userId = user.id
    const response = reply(303, null, { location: '/' })
    response.headers.append('set-cookie', writeSessionCookie(ctx.settings, session))
    return response
  },
)
