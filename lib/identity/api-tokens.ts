import { hash, randomBytes } from 'node:crypto'
import type { Context, Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import { Problem } from '../problem.ts'
import type { ApiToken, Scope } from '../schemas/credentials.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Actor } from './actor.ts'

const prefix = 'glo_'

/** Whether a bearer credential has the form of an API token; all others are session tokens. */
export const looksLikeApiToken = (credential: string) => credential.startsWith(prefix)

/** Returns the hash under which a token is stored (contract, section 7). */
export const hashApiToken = (token: string): Uint8Array => hash('sha256', token, 'buffer')

/**
 * Creates an API token for the caller.
 *
 * @returns the record with the token itself, which is not stored and cannot be retrieved later
 */
export async function createApiToken(
  { db }: Db,
  actor: Actor,
  request: { name: string; scopes: readonly Scope[]; expires_at?: string | null | undefined },
): Promise<ApiToken & { token: string }> {
  const token = prefix + randomBytes(32).toString('base64url')
  const created = await db.one<ApiToken>('identity/create-token', {
    name: request.name,
    scopes: request.scopes,
    user_id: actor.id,
    token_hash: hashApiToken(token),
    expires_at: request.expires_at ?? null,
  })
  if (!created) throw new Error('identity/create-token returned no row')
  return { ...created, token }
}

/** Lists the caller's API tokens, newest first. */
export async function listApiTokens({ db }: Db, actor: Actor, { limit, offset }: ListRange): Promise<Slice<ApiToken>> {
  const params = { user_id: actor.id, limit, offset }
  return toSlice(await db.many<ApiToken & { total: number }>('identity/list-tokens', params))
}

/**
 * Revokes an API token of the caller; admins can revoke the tokens of all users. The token is rejected from the
 * next request on.
 *
 * @throws Problem `not_found`, even if the token exists but belongs to another user and the caller is no admin
 */
export async function revokeApiToken(
  { db, credentials }: Pick<Context, 'db' | 'credentials'>,
  actor: Actor,
  id: string,
) {
  const revoked = await db.one('identity/revoke-token', { id, actor_id: actor.id, is_admin: actor.role === 'admin' })
  credentials.clear()
  if (!revoked) throw new Problem('not_found', { detail: 'You have no API token with this ID.' })
}
