import { endpoint } from '../../lib/http/endpoint.ts'
import { writeSessionCookie } from '../../lib/identity/cookies.ts'
import { isCrossSite } from '../../lib/identity/cross-site.ts'
import { Problem } from '../../lib/problem.ts'

/** Ends the session of this browser by deleting its cookie. */
export default endpoint(
  {
    method: 'POST',
    path: '/auth/logout',
    operationId: 'logOut',
    summary: 'Log out',
    description: 'Removes the session cookie.',
    tag: 'authentication',
    access: 'public',
    responses: { 303: null },
    problems: [403],
  },
  ({ ctx, request, reply }) => {
    if (isCrossSite(request, ctx.settings.appUrl)) throw new Problem('cross_site')
    return reply(303, null, { location: '/login', 'set-cookie': writeSessionCookie(ctx.settings, null) })
  },
)
