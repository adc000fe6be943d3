import { secretKeys } from '../app/settings.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Scope } from '../schemas/credentials.ts'
import type { Role } from '../schemas/user.ts'
import type { Actor } from './actor.ts'
import { hashApiToken, looksLikeApiToken } from './api-tokens.ts'
import { readSessionCookie } from './cookies.ts'
import type { Verified } from './credential-cache.ts'
import { isCrossSite } from './cross-site.ts'
import { actorByEmbedKey, looksLikeEmbedKey } from './embed-keys.ts'
import { readLanguage } from './language.ts'
import { readSession } from './sessions.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now' | 'background' | 'credentials'>

const bearer = /^Bearer +([^\s]+)$/i
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Finds out who sent a request (contract, section 8): by the bearer token, the
 * session cookie or, in dev mode, X-User-Id, in this order. Every credential that is present must be valid, even
 * if another one takes precedence.
 *
 * @throws Problem `unauthenticated`, `invalid_credentials`, `token_expired`, `dev_mode_off` or `cross_site`
 */
export async function authenticate(ctx: Needs, request: Request): Promise<Actor> {
  const userId = request.headers.get('x-user-id')
  if (userId !== null && !ctx.settings.devMode) throw new Problem('dev_mode_off')

  const authorization = request.headers.get('authorization')
  const cookie = readSessionCookie(request)
  const byBearer = authorization === null ? undefined : await actorByBearer(ctx, authorization)
  const byCookie = cookie === undefined ? undefined : await actorBySession(ctx, cookie)
  const byUserId = userId === null ? undefined : await toActor(ctx, await findUser(ctx, userId))

  if (byBearer) return byBearer
  if (byCookie) {
    const isChange = !safeMethods.has(request.method)
    if (isChange && isCrossSite(request, ctx.settings.appUrl)) throw new Problem('cross_site')
    return byCookie
  }
  if (byUserId) return byUserId
  throw new Problem('unauthenticated')
}

/**
 * Whether a request has a credential that no browser sends: an invalid one is refused, and no login would make it
 * valid.
 */
export const isFromProgram = ({ headers }: Request): boolean => headers.has('authorization') || headers.has('x-user-id')

/**
 * Returns the credential in an Authorization header (RFC 6750, section 2.1).
 *
 * @throws Problem `invalid_credentials` if the scheme is not Bearer
 */
export function readBearer(authorization: string): string {
  const credential = bearer.exec(authorization)?.[1]
  if (!credential) throw new Problem('invalid_credentials')
  return credential
}

async function actorByBearer(ctx: Needs, authorization: string): Promise<Actor> {
  const credential = readBearer(authorization)
  if (looksLikeEmbedKey(credential)) return actorByEmbedKey(ctx, credential)
  return looksLikeApiToken(credential) ? actorByApiToken(ctx, credential) : actorBySession(ctx, credential)
}

type TokenNeeds = Pick<Needs, 'db' | 'settings' | 'background' | 'credentials'>

/**
 * Returns the user of an API token, and records that the token was used.
 *
 * @throws Problem `invalid_credentials`, `token_expired`, or `insufficient_scope` if it is only for feeds
 */
export async function actorByApiToken(ctx: TokenNeeds, token: string): Promise<Actor> {
  const actor = await actorByAnyToken(ctx, token)
  if (!isForFeeds(actor)) return actor
  throw new Problem('insufficient_scope', { detail: 'This API token works only in the URL of a feed.' })
}

/**
 * Returns the user of a token in the URL of a feed, and records that the token was used.
 *
 * @throws Problem `token_expired`, or `invalid_credentials`, for a token that is not for feeds as well
 */
export async function actorByFeedToken(ctx: TokenNeeds, token: string): Promise<Actor> {
  const actor = await actorByAnyToken(ctx, token)
  if (!isForFeeds(actor)) throw new Problem('invalid_credentials')
  return actor
}

const isForFeeds = ({ scopes }: Actor) => scopes.includes('feed')

const actorByAnyToken = (ctx: TokenNeeds, token: string) =>
  ctx.credentials.getOrVerify('API token', token, () => verifyApiToken(ctx, token))

async function verifyApiToken({ db, settings, background }: TokenNeeds, token: string): Promise<Verified> {
  const found = await db.one<{
    id: string
    role: Role
    token_id: string
    scopes: Scope[]
    expires_at: string | null
    has_expired: boolean
    is_due: boolean
  }>('identity/identify-token', { token_hash: hashApiToken(token) })
  if (!found) throw new Problem('invalid_credentials')
  if (found.has_expired) throw new Problem('token_expired')
  if (found.is_due) {
    background.run('record the use of an API token', () => db.run('identity/touch-token', { id: found.token_id }))
  }
  return {
    actor: {
      ...{ id: found.id, role: found.role, scopes: found.scopes, via: 'token' },
      language: await readLanguage({ db, settings }, found.id),
    },
    ...(found.expires_at !== null && { expiresAtMs: Date.parse(found.expires_at) }),
  }
}

function actorBySession(ctx: Needs, token: string): Promise<Actor> {
  return ctx.credentials.getOrVerify('session', token, async () => {
    const session = await readSession(secretKeys(ctx.settings), token, ctx.now())
    if (session === null) throw new Problem('invalid_credentials')
    const user = await findUser(ctx, session.userId)
    if (user.session_generation !== session.generation) throw new Problem('invalid_credentials')
    return { actor: await toActor(ctx, user), expiresAtMs: session.expiresAtMs }
  })
}

type FoundUser = { id: string; role: Role; session_generation: number }

async function findUser({ db }: Needs, id: string): Promise<FoundUser> {
  const user = uuid.test(id) ? await db.one<FoundUser>('identity/find-actor', { id }) : null
  if (!user) throw new Problem('invalid_credentials')
  return user
}

const toActor = async (ctx: Needs, { id, role }: FoundUser): Promise<Actor> => ({
  ...{ id, role, scopes: ['read', 'write'], via: 'session' },
  language: await readLanguage(ctx, id),
})
