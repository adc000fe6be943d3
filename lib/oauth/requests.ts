import type { AuthorizationServer, Context, OAuthRequest, OAuthResponse } from '../context.ts'
import type { RequestState } from '../http/request-state.ts'
import { Problem } from '../problem.ts'

/** @throws Problem `not_found` while SERVICE_MCP_OAUTH is false */
export function requireOAuth({ oauth }: Pick<Context, 'oauth'>): AuthorizationServer {
  if (!oauth) throw new Problem('not_found')
  return oauth
}

const textHeaders = ['authorization', 'content-type', 'cookie']

/** Returns a request as the OAuth server gets it: with the parameters that count, and without headers that it need not see. */
export function toOAuthRequest(
  { request, path, client }: RequestState,
  parameters: Pick<OAuthRequest, 'query' | 'form'> = {},
): OAuthRequest {
  const headers = textHeaders.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const method = parameters.form === undefined ? 'GET' : 'POST'
  return { method, path, client, headers: Object.fromEntries(headers), ...parameters }
}

/** Adds the cookies of a response of the OAuth server to ours. */
export function addCookies(response: Response, { cookies }: OAuthResponse): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** @throws Problem `agent_request_invalid` if the OAuth server shows a person an error instead of redirecting the browser */
export function requireRedirect({ status, headers, body }: OAuthResponse): string {
  const { location } = headers
  if (status >= 300 && status < 400 && location) return location
  const { error, error_description: why } = JSON.parse(body || '{}')
  if (error === 'invalid_request' && status === 400 && /session|expired/.test(why)) {
    throw new Problem('agent_request_not_found')
  }
  throw new Problem('agent_request_invalid', {
    code: String(error),
    detail: `The agent cannot be connected: ${why ?? error}.`,
  })
}
