import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { readLogins, removeLogin, writeSessionCookie } from '../../lib/identity/cookies.ts'
import { loginTarget } from '../../lib/identity/login-target.ts'
import { acceptCallback, completeLogin } from '../../lib/identity/slack-login.ts'

/** Completes a login when the identity provider redirects the browser back, and starts its session. */
export default endpoint(
  {
    method: 'GET',
    path: '/auth/slack/callback',
    operationId: 'completeSlackLogin',
    summary: 'Complete a login with Slack',
    description:
      'The identity provider redirects browsers to this URL. Creates the user at the first login, sets the session cookie and redirects to the page that the browser asked for, otherwise to `/`. A failed login is a 400 with a `code`: `state_mismatch`, `invalid_id_token`, `email_missing`, `email_unverified`, `account_conflict`, or the provider’s own, such as `redirect_uri_mismatch`, `invalid_client` or `access_denied`; 502 `idp_unreachable` if the provider does not respond.',
    tag: 'authentication',
    access: 'public',
    query: v.object({
      code: v.optional(v.string()),
      state: v.optional(v.string()),
      error: v.optional(v.string()),
    }),
    responses: { 303: null },
    problems: [401, 404, 429, 502],
  },
  async ({ ctx, requestState, request, query, reply }) => {
    const nonce = query.state?.split('.')[0] ?? ''
    const login = readLogins(request).find((begun) => begun.nonce === nonce)
    // Any response ends this login, even a failed one. Those of other tabs go on.
    const [nonces = '', ...targets] = removeLogin(ctx.settings, request, nonce)
    if (login) requestState.headers = { 'set-cookie': nonces }
    const callback = { ...query, nonce: login?.nonce }
    const { client } = requestState
    // Outside limits.login, so that it does not count as a failed login: any website can make a browser send callbacks that
    // belong to no login.
    await acceptCallback(ctx, callback)
    const { user, session } = await ctx.limits.login(client, () =>
      completeLogin(ctx, callback, nonce, client),
    )
    requestState.userId = user.id
    const response = reply(303, null, { location: loginTarget(login?.target) })
    for (const cookie of [writeSessionCookie(ctx.settings, session), ...targets]) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  },
)
