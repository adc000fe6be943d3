import { hash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Context } from '../context.ts'
import { parseRedirectUri } from './clients.ts'
import { resourceOf, scope } from './metadata.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'credentials'>

/**
 * The errors of oidc-provider: `invalidGrant` when a code or token has been used before, or its agent has been
 * disconnected; `sessionNotFound` when a request has been answered before.
 */
type Refusals = Record<'invalidGrant' | 'sessionNotFound', () => Error>

/** Returns the hash under which the object with an ID is stored: the ID can be a code or token. */
export const hashId = (id: string): Uint8Array => hash('sha256', id, 'buffer')

const toTime = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
const toEpochSeconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/**
 * Returns what stores the objects of one kind of oidc-provider in PostgreSQL. A grant is an agent. Sessions are not
 * stored, because none is ever used again: people log in as everywhere else.
 *
 * @param refusals create the errors that the client or the person gets
 */
export function createAdapter(ctx: Needs, kind: string, refusals: Refusals): Adapter {
  const { invalidGrant, sessionNotFound } = refusals
  const { db, credentials } = ctx
  const key = (id: string) => ({ kind, id_hash: hashId(id) })

  async function disconnect(agentId: string) {
    await db.run('identity/end-credential', { kind: 'agent', id: agentId, actor_id: null, is_admin: true })
    credentials.clear()
  }

  if (kind === 'Grant') return { ...unused, find: (id) => findGrant(ctx, id), destroy: disconnect }
  if (kind === 'Session') return { ...unused, upsert: async () => {} }
  return {
    ...unused,
    async upsert(id, { jti: _, returnTo: __, ...payload }, expiresIn) {
      const expires_at = expiresIn === undefined ? null : toTime(Date.now() / 1000 + expiresIn)
      const object = { ...key(id), payload, expires_at }
      if (kind === 'Client' || kind === 'Interaction') return db.run('oauth/store', object)
      const stored = await db.one('oauth/store-token', { ...object, agent_id: payload.grantId ?? null })
      if (!stored) throw invalidGrant()
    },
    async find(id) {
      const found = await db.one<{ payload: AdapterPayload; is_consumed: boolean }>('oauth/find', key(id))
      if (!found) return undefined
      if (kind === 'Client') return withAllowedUris(found.payload)
      return { ...found.payload, jti: id, ...(found.is_consumed && { consumed: true }) }
    },
    async consume(id) {
      if (!(await db.one('oauth/consume', key(id)))) throw invalidGrant()
    },
    async destroy(id) {
      const deleted = await db.one('oauth/delete', key(id))
      // Of two browser tabs that go on at the same time, one gets the code.
      if (!deleted && kind === 'Interaction') throw sessionNotFound()
    },
    revokeByGrantId: disconnect,
  }
}

/** What is allowed may have changed since the client registered. */
const withAllowedUris = ({ redirect_uris = [], ...client }: AdapterPayload) => ({
  ...client,
  redirect_uris: (redirect_uris as string[]).flatMap((uri) => parseRedirectUri(uri) ?? []),
})

async function findGrant({ db, settings }: Needs, id: string): Promise<AdapterPayload | undefined> {
  const agent = await db.one<Record<'user_id' | 'client_id' | 'created_at' | 'expires_at', string>>(
    'oauth/find-grant',
    { id },
  )
  return (
    agent && {
      kind: 'Grant',
      jti: id,
      accountId: agent.user_id,
      clientId: agent.client_id,
      resources: { [resourceOf(settings)]: scope },
      iat: toEpochSeconds(agent.created_at),
      exp: toEpochSeconds(agent.expires_at),
    }
  )
}

const neverCalled = async () => {
  throw new Error('oidc-provider does not call this with our configuration')
}

const unused: Adapter = {
  upsert: neverCalled,
  find: neverCalled,
  findByUserCode: neverCalled,
  findByUid: neverCalled,
  consume: neverCalled,
  destroy: neverCalled,
  revokeByGrantId: neverCalled,
}
