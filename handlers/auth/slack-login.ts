import { endpoint } from '../../lib/http/endpoint.ts'
import { writeNonceCookie } from '../../lib/identity/cookies.ts'
import { beginLogIn } from '../../lib/identity/slack-login.ts'

/** Sends a browser to the identity provider. */
export default endpoint(
  {
    method: 'GET',
    path: '/auth/slack/login',
    summary: 'Log in with Slack',
    description:
      'For browsers: redirects to the identity provider (OpenID Connect), which sends them back to `/auth/slack/callback`. 404 while the client id or the client secret is not set.',
    tag: 'authentication',
    access: 'public',
    answers: { 303: null },
    problems: [404],
  },
  ({ ctx, reply }) => {
    const { location, nonce } = beginLogIn(ctx.settings, ctx.now())
    return reply(303, null, { location, 'set-cookie': writeNonceCookie(ctx.settings, nonce) })
  },
)
