import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { addLogin } from '../../lib/identity/cookies.ts'
import { loginTarget } from '../../lib/identity/login-target.ts'
import { beginLogin } from '../../lib/identity/slack-login.ts'

/** Redirects a browser to the identity provider. */
export default endpoint(
  {
    method: 'GET',
    path: '/auth/slack/login',
    operationId: 'startSlackLogin',
    summary: 'Log in with Slack',
    description:
      'For browsers: redirects to the identity provider (OpenID Connect), which redirects back to `/auth/slack/callback`. After login, the browser goes to `next`, a path on this site. 404 if the client ID or the client secret is not set.',
    tag: 'authentication',
    access: 'public',
    query: v.object({ next: v.optional(v.string()) }),
    responses: { 303: null },
    problems: [404],
  },
  ({ ctx, request, query, reply }) => {
    const { location, nonce } = beginLogin(ctx.settings, ctx.now())
    const response = reply(303, null, { location })
    const login = { nonce, target: loginTarget(query.next) }
    for (const cookie of addLogin(ctx.settings, request, login)) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  },
)
