import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../context.ts'
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
 * @throws Problem `inactive_user` if the caller has been deactivated meanwhile
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
  if (!created) throw new Problem('inactive_user')
  return { ...created, token }
}

/** Lists the caller's API tokens, newest first. */
export const listApiTokens = ({ db }: Db, actor: Actor, { limit, offset }: ListRange) =>
  db.slice<ApiToken>('identity/list-tokens', { user_id: actor.id, limit, offset })
