import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Actor } from './actor.ts'

const missing = {
  token: 'You have no API token with this ID.',
  agent: 'You have no agent with this ID.',
  embed_key: 'There is no embed key with this ID.',
  webhook: 'There is no webhook with this ID.',
}

/**
 * Ends a credential: an API token of the caller, one of their agents with all its tokens, or, for admins, also those of
 * others, an embed key, and a webhook with its deliveries. It is rejected from the next request on.
 *
 * @throws Problem `not_found`, even if it exists but belongs to another user and the caller is no admin
 */
export async function endCredential(
  { db, credentials }: Pick<Context, 'db' | 'credentials'>,
  actor: Actor,
  kind: keyof typeof missing,
  id: string,
): Promise<void> {
  const params = { kind, id, actor_id: actor.id, is_admin: actor.role === 'admin' }
  const ended = await db.one('identity/end-credential', params)
  credentials.clear()
  if (!ended) throw new Problem('not_found', { detail: missing[kind] })
}
