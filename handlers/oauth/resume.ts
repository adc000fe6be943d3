import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { respondToBrowser } from '../../lib/oauth/requests.ts'

/** Ends the login of an agent: redirects the browser to it, with a code or an error (RFC 6749, section 4.1.2). */
export default endpoint(
  {
    method: 'GET',
    path: '/oauth/authorize/:uid',
    summary: 'Return to an agent',
    tag: 'authentication',
    access: 'public',
    params: v.object({ uid: v.string() }),
    responses: { 303: null },
  },
  ({ ctx, requestState, reply }) => respondToBrowser(ctx, requestState, (location) => reply(303, null, { location })),
)
