import { endpoint } from '../../lib/http/endpoint.ts'
import { authorizeQuery, requireStorable } from '../../lib/oauth/parameters.ts'
import { respondToBrowser } from '../../lib/oauth/requests.ts'

/** Begins the login of an agent: redirects the browser to the consent page (RFC 6749, section 4.1.1). */
export default endpoint(
  {
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Ask a person for access',
    tag: 'authentication',
    access: 'public',
    responses: { 303: null },
  },
  async ({ ctx, request, requestState, reply }) => {
    const query = authorizeQuery(new URL(request.url).searchParams, ctx.settings)
    requireStorable(query)
    const redirect = (location: string) => reply(303, null, { location })
    return respondToBrowser(ctx, requestState, redirect, query)
  },
)
