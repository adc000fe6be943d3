import timingSafeEqual from 'tsscmp'
import type { Context } from '../context.ts'
import { looksLikeApiToken } from '../identity/api-tokens.ts'
import { actorByApiToken, readBearer } from '../identity/authenticate.ts'
import type { Sender } from '../limits.ts'
import { Problem } from '../problem.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'background' | 'credentials'>

/** The sender of requests with SERVICE_MCP_BEARER_TOKEN. */
export const sharedToken = 'mcp'

/**
 * Checks that a request may use MCP (contract, section 9). The bearer token is
 * either SERVICE_MCP_BEARER_TOKEN, compared in constant time, or an API token. Foreign origins are rejected.
 *
 * @returns whose limits apply (contract, section 18)
 * @throws Problem `unauthenticated`, `invalid_credentials` or `cross_site`
 */
export async function authenticateAgent(ctx: Needs, { headers }: Request): Promise<Sender> {
  const origin = headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, ctx, headers)) {
    throw new Problem('cross_site', {
      detail: 'Requests from web pages of another origin are not allowed.',
    })
  }
  const authorization = headers.get('authorization')
  if (authorization === null) throw new Problem('unauthenticated')
  const credential = readBearer(authorization)
  if (looksLikeApiToken(credential)) {
    const { id } = await actorByApiToken(ctx, credential)
    return { key: id, factor: 1 }
  }
  const { mcpBearerToken } = ctx.settings
  if (mcpBearerToken === null || !timingSafeEqual(mcpBearerToken, credential)) {
    throw new Problem('invalid_credentials')
  }
  return { key: sharedToken, factor: 10 }
}

const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether an origin is SERVICE_APP_URL, or the loopback address that the request was sent to. */
function isOwnOrigin(origin: string, { settings }: Needs, headers: Headers) {
  if (origin === settings.appUrl) return true
  return loopbackOrigin.test(origin) && origin === `http://${headers.get('host')}`
}
