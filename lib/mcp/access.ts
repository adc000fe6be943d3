import compare from 'tsscmp'
import type { Context } from '../context.ts'
import { looksLikeApiToken } from '../identity/api-tokens.ts'
import { actorByApiToken, readBearer } from '../identity/authenticate.ts'
import { Problem } from '../problem.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'background' | 'credentials'>

/**
 * Lets an agent in (specification "Authentication" 7, contract section 9): by SERVICE_MCP_BEARER_TOKEN,
 * compared in constant time, or by an API token. A page of another origin is turned away.
 *
 * @throws Problem `unauthenticated`, `invalid_credentials` or `cross_site`
 */
export async function admitAgent(ctx: Needs, { headers }: Request): Promise<void> {
  const origin = headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, ctx, headers)) {
    throw new Problem('cross_site', {
      detail: 'A page of another origin sent this; it was refused.',
    })
  }
  const authorization = headers.get('authorization')
  if (authorization === null) throw new Problem('unauthenticated')
  const credential = readBearer(authorization)
  if (looksLikeApiToken(credential)) await actorByApiToken(ctx, credential)
  else refuseOtherThan(ctx.settings.mcpBearerToken, credential)
}

function refuseOtherThan(expected: string | null, credential: string) {
  if (expected === null || !compare(expected, credential)) throw new Problem('invalid_credentials')
}

const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Ours, or a tool on this very machine that speaks to a server on it. */
function isOwnOrigin(origin: string, { settings }: Needs, headers: Headers) {
  if (origin === settings.appUrl) return true
  return loopbackOrigin.test(origin) && origin === `http://${headers.get('host')}`
}
