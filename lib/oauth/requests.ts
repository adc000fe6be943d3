import type { AuthorizationServer, Context } from '../context.ts'
import type { RequestState } from '../http/request-state.ts'
import { authenticate } from '../identity/authenticate.ts'
import { Problem } from '../problem.ts'

/** @throws Problem `not_found` while SERVICE_MCP_OAUTH is false */
export function requireOAuth({ oauth }: Pick<Context, 'oauth'>): AuthorizationServer {
  if (!oauth) throw new Problem('not_found')
  return oauth
}

const neededHeaders = ['authorization', 'content-type', 'cookie']

/**
 * Returns a request as the OAuth server gets it: at its own address, with the parameters that count, and without
 * headers that it need not see.
 */
export function toOAuthRequest(
  { settings }: Pick<Context, 'settings'>,
  { request, path }: Pick<RequestState, 'request' | 'path'>,
  { query, form }: { query?: URLSearchParams | undefined; form?: string } = {},
): Request {
  const url = new URL(path, settings.appUrl)
  url.search = String(query ?? '')
  const headers = new Headers()
  for (const name of neededHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(url, form === undefined ? { headers } : { method: 'POST', headers, body: form })
}

/**
 * Lets the OAuth server respond to the browser of a person.
 *
 * @param redirect creates a redirect
 * @throws Problem `agent_request_invalid` or `agent_request_not_found`, for the person to see
 */
export async function respondToBrowser(
  ctx: Context,
  requestState: RequestState,
  redirect: (location: string) => Response,
  query?: URLSearchParams,
): Promise<Response> {
  const { request, client } = requestState
  const userId = await findUser(ctx, request)
  const sent = toOAuthRequest(ctx, requestState, { query })
  const answer = await requireOAuth(ctx).respond(sent, { client, userId })
  const response = redirect(await requireLocation(answer))
  for (const cookie of answer.headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}

async function findUser(ctx: Context, request: Request) {
  try {
    return (await authenticate(ctx, request)).id
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null
    throw error
  }
}

/**
 * @throws Problem `agent_request_invalid` if the OAuth server shows a person an error instead of redirecting the
 * browser
 */
async function requireLocation(response: Response): Promise<string> {
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location) return location
  const { error, error_description: why } = JSON.parse((await response.text()) || '{}')
  if (error === 'invalid_request' && response.status === 400 && /session|expired/.test(why)) {
    throw new Problem('agent_request_not_found')
  }
  throw new Problem('agent_request_invalid', {
    code: String(error),
    detail: `The agent cannot be connected: ${why ?? error}.`,
  })
}
