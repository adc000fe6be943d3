import { hash } from 'node:crypto'
import type { Context, Db } from '../context.ts'
import { Problem } from '../problem.ts'
import type { OwnedAgent } from '../schemas/credentials.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Role } from '../schemas/user.ts'
import type { Actor } from './actor.ts'
import type { Verified } from './credential-cache.ts'
import { readLanguage } from './language.ts'

type RequestAnswer = {
  idHash: Uint8Array
  /** what oidc-provider is told */
  result: object
  /** the agent that is connected if the person allowed it */
  agent: { id: string; clientId: string; name: string } | null
}

/**
 * Stores a person's answer to the request of an agent, and connects the agent if they allowed it (contract, section
 * 17). Only the first answer counts.
 *
 * @throws Problem `inactive_user`
 */
export async function answerRequest(
  { db }: Db,
  userId: string,
  { idHash: id_hash, result, agent }: RequestAnswer,
): Promise<void> {
  const answered = await db.one<{ is_active: boolean }>('identity/answer-agent', {
    id_hash,
    user_id: userId,
    result,
    agent_id: agent?.id ?? null,
    client_id: agent?.clientId ?? null,
    name: agent?.name ?? null,
  })
  if (!answered?.is_active) throw new Problem('inactive_user')
}

/** Whether a person has an agent of this client. */
export async function hasAllowed({ db }: Db, userId: string, clientId: string): Promise<boolean> {
  const params = { user_id: userId, client_id: clientId }
  return (await db.one('identity/find-agent', params)) !== undefined
}

/**
 * Lists agents, newest first.
 *
 * @param userId the owner; null for the agents of all
 */
export const listAgents = ({ db }: Db, userId: string | null, { limit, offset }: ListRange) =>
  db.slice<OwnedAgent>('identity/list-agents', { user_id: userId, limit, offset })

/** Whether a bearer credential can be an access token: 256 random bits in base64url. */
export const looksLikeAccessToken = (credential: string) => /^[\w-]{43}$/.test(credential)

type Needs = Pick<Context, 'db' | 'settings' | 'background' | 'credentials'>

/**
 * Returns the user whose agent sends an access token, and records that the agent was used.
 *
 * @param resource what the token must be for
 * @throws Problem `invalid_credentials`
 */
export const actorByAccessToken = (ctx: Needs, token: string, resource: string): Promise<Actor> =>
  ctx.credentials.getOrVerify('access token', token, () => verifyAccessToken(ctx, token, resource))

async function verifyAccessToken(
  { db, settings, background }: Needs,
  token: string,
  resource: string,
): Promise<Verified> {
  const found = await db.one<{ id: string; role: Role; agent_id: string; expires_at: string; is_due: boolean }>(
    'identity/identify-agent',
    { token_hash: hash('sha256', token, 'buffer'), resource },
  )
  if (!found) throw new Problem('invalid_credentials')
  const { id, role, agent_id, expires_at, is_due } = found
  if (is_due) {
    background.run('record the use of an agent', () => db.run('identity/touch-agent', { id: agent_id }))
  }
  const language = await readLanguage({ db, settings }, id)
  return { actor: { id, role, scopes: ['read'], via: 'token', language }, expiresAtMs: Date.parse(expires_at) }
}
