import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { prefersJson } from '../../lib/http/negotiation.ts'
import { writeSessionCookie } from '../../lib/identity/cookies.ts'
import { logIn } from '../../lib/identity/log-in.ts'
import { loginTarget } from '../../lib/identity/login-target.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { Email, User } from '../../lib/schemas/user.ts'

/** Logs a user in by email address, without a password. Development mode only. */
export default endpoint(
  {
    method: 'GET',
    path: '/auth/dev/login',
    operationId: 'logInForDevelopment',
    summary: 'Log in without a password (development mode)',
    description:
      'Creates the user at the first login. Sets the session cookie and redirects to `next`, a path on this site, or to `/`. Returns the user instead if `Accept` prefers JSON.',
    tag: 'authentication',
    access: 'public',
    // Validated only in development mode.
    query: v.object({
      email: v.optional(v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'email', maxLength: 320 } }))),
      next: v.optional(v.string()),
    }),
    responses: { 200: User, 303: null },
    problems: [401, 404, 429],
  },
  async ({ ctx, requestState, request, query, reply }) => {
    if (!ctx.settings.devMode) throw new Problem('not_found')
    const email = v.safeParse(Email, query.email)
    if (!email.success) throw invalid('email', 'must be an email address')
    const attempt = { method: 'dev', client: requestState.client } as const
    const identity = {
      messagingUserId: null,
      email: email.output,
      isEmailVerified: true,
      isEmailProved: true,
      displayName: null,
    }
    const { user, session } = await ctx.limits.login(requestState.client, () => logIn(ctx, identity, attempt))
    requestState.userId = user.id
    const headers = { 'set-cookie': writeSessionCookie(ctx.settings, session) }
    return prefersJson(request)
      ? reply(200, user, headers)
      : reply(303, null, { ...headers, location: loginTarget(query.next) })
  },
)
