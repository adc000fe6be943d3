import timingSafeEqual from 'tsscmp'
import type { Sender } from '../app/limits.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { actorByAccessToken, looksLikeAccessToken } from '../identity/agents.ts'
import { looksLikeApiToken } from '../identity/api-tokens.ts'
import { actorByApiToken, readBearer } from '../identity/authenticate.ts'
import { challenge, resourceOf } from '../oauth/metadata.ts'
import { Problem } from '../problem.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'background' | 'credentials'>

type Agent = Sender & Pick<Actor, 'language'>

/** The sender of requests with SERVICE_MCP_BEARER_TOKEN. */
export const sharedToken = 'mcp'

/**
 * Checks that a request may use MCP (contract, sections 9 and 17). The bearer token is SERVICE_MCP_BEARER_TOKEN,
 * compared in constant time, an API token, or the access token of an agent that has logged in. Foreign origins are
 * rejected.
 *
 * @returns whose limits apply (contract, section 18), and the language that the person has chosen
 * @throws Problem `unauthenticated`, `invalid_credentials` or `cross_site`; those with status 401 say how to log in
 */
export async function authenticateAgent(ctx: Needs, { headers }: Request): Promise<Agent> {
  const origin = headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, ctx, headers)) {
    throw new Problem('cross_site', { detail: 'Requests from web pages of another origin are not allowed.' })
  }
  const authorization = headers.get('authorization')
  try {
    return await agentOf(ctx, authorization)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401 || !ctx.settings.mcpOauth) throw error
    const { code, members, cause } = error
    const hint = { 'www-authenticate': challenge(ctx.settings, authorization !== null) }
    throw new Problem(code, members, { cause, headers: hint })
  }
}

async function agentOf(ctx: Needs, authorization: string | null): Promise<Agent> {
  if (authorization === null) throw new Problem('unauthenticated')
  const credential = readBearer(authorization)
  if (looksLikeApiToken(credential)) {
    return toAgent(await actorByApiToken(ctx, credential))
  }
  const { mcpBearerToken, mcpOauth } = ctx.settings
  if (mcpBearerToken !== null && timingSafeEqual(mcpBearerToken, credential)) {
    return { key: sharedToken, factor: 10 }
  }
  if (!mcpOauth || !looksLikeAccessToken(credential)) throw new Problem('invalid_credentials')
  return toAgent(await actorByAccessToken(ctx, credential, resourceOf(ctx.settings)))
}

const toAgent = ({ id, language = null }: Actor): Agent => ({ key: id, factor: 1, language })

const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether an origin is SERVICE_APP_URL, or the loopback address that the request was sent to. */
function isOwnOrigin(origin: string, { settings }: Needs, headers: Headers) {
  if (origin === settings.appUrl) return true
  return loopbackOrigin.test(origin) && origin === `http://${headers.get('host')}`
}
