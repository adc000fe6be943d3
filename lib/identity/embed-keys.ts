import { hash, randomBytes } from 'node:crypto'
import type { Context, Db } from '../context.ts'
import { Problem } from '../problem.ts'
import type { EmbedKey, EmbedKeyRequest, NewEmbedKey } from '../schemas/credentials.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Actor } from './actor.ts'
import type { Verified } from './credential-cache.ts'
import { isCrossSite } from './cross-site.ts'

type Needs = Pick<Context, 'db' | 'background' | 'credentials'>

const prefix = 'glp_'

/** Whether a bearer credential has the form of an embed key. */
export const looksLikeEmbedKey = (credential: string) => credential.startsWith(prefix)

const hashEmbedKey = (key: string): Uint8Array => hash('sha256', key, 'buffer')

/**
 * Creates an embed key (contract, section 14).
 *
 * @returns the record with the key itself, which is not stored and cannot be retrieved later
 * @throws Problem `inactive_user` if the caller has been deactivated meanwhile
 */
export async function createEmbedKey({ db }: Db, actor: Actor, request: EmbedKeyRequest): Promise<NewEmbedKey> {
  const key = prefix + randomBytes(32).toString('base64url')
  const created = await db.one<EmbedKey>('identity/create-embed-key', {
    name: request.name,
    origins: request.origins,
    actor_id: actor.id,
    key_hash: hashEmbedKey(key),
  })
  if (!created) throw new Problem('inactive_user')
  return { ...created, key }
}

/** Lists the embed keys, newest first. */
export const listEmbedKeys = ({ db }: Db, range: ListRange) => db.slice<EmbedKey>('identity/list-embed-keys', range)

/**
 * Returns the actor of an embed key, who can read what everybody can, and records that it was used.
 *
 * @throws Problem `invalid_credentials`
 */
export function actorByEmbedKey(ctx: Needs, key: string): Promise<Actor> {
  return ctx.credentials.getOrVerify('embed key', key, () => verifyEmbedKey(ctx, key))
}

async function verifyEmbedKey({ db, background }: Needs, key: string): Promise<Verified> {
  const found = await db.one<{ id: string; origins: string[]; is_due: boolean }>('identity/identify-embed-key', {
    key_hash: hashEmbedKey(key),
  })
  if (!found) throw new Problem('invalid_credentials')
  const { id, origins, is_due } = found
  if (is_due) {
    background.run('record the use of an embed key', () => db.run('identity/touch-embed-key', { id }))
  }
  return { actor: { id, role: 'viewer', scopes: ['read'], via: 'embed', origins } }
}

/**
 * Checks that a request with an embed key comes from a page of one of its origins, or from our own.
 *
 * @returns the origin, whose pages may read the response
 * @throws Problem `origin_not_allowed`
 */
export function requireOrigin({ origins = [] }: Actor, request: Request, appOrigin: string): string {
  const origin = request.headers.get('origin')
  if (origin === null) throw new Problem('origin_not_allowed')
  const isAllowed = origin === appOrigin || origins.includes(origin) || !isCrossSite(request, appOrigin)
  if (!isAllowed) throw new Problem('origin_not_allowed')
  return origin
}

/** Whether the pages of an origin may send requests with some embed key. */
export async function isEmbedOrigin({ db }: Db, origin: string): Promise<boolean> {
  return (await db.one('identity/find-embed-origin', { origin })) !== undefined
}
