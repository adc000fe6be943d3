import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import { beforeAllIds } from '../schemas/text.ts'
import type { User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'
import { changeUser, deactivate, disownRest, keepOneAdmin, readUser } from './users.ts'

/** So few that a statement takes a second or two, even if all of them are about the person. */
const entriesPerStatement = 5000

/** Changing a definition takes longer than changing an entry of a log. */
const termsPerStatement = 1000

/** How long an erasure may take, in milliseconds: a few million entries of the audit log. */
export const eraseTimeoutMs = 120_000

/**
 * Removes a person's details from everything that is stored, and ends their access (contract, section 19). All of it
 * happens or nothing. The logs come first, because they take long, and nobody waits for their entries.
 *
 * @throws Problem `not_found`, `own_account` or `last_admin`
 */
export async function eraseUser(
  ctx: Pick<Context, 'db' | 'credentials' | 'background'>,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<User> {
  if (id === actor.id) throw new Problem('own_account')
  const actor_id = actor.id
  const logs = [createEraser('audit_events', id), createEraser('term_history', id)]
  async function eraseFromLogs(tx: Queries) {
    for (const erase of logs) await erase(tx)
  }
  async function prepare(tx: Queries) {
    await keepOneAdmin(tx, await readUser({ db: tx }, id))
    await eraseFromLogs(tx)
    await eraseFromTerms(tx, id)
  }
  async function erase(tx: Queries, user: User) {
    await keepOneAdmin(tx, user)
    if (user.is_active) await deactivate(tx, actor_id, id)
    await eraseFromLogs(tx) // what has been added since
    await tx.run('identity/erase-from-wanted', { id })
    await tx.run('identity/erase-user', { id, actor_id })
    return readUser({ db: tx }, id)
  }
  const erased = await changeUser(ctx, id, erase, prepare)
  disownRest(ctx, actor)
  return erased
}

/** Returns a function that erases a person from the entries of a log that have been added since its last call. */
function createEraser(log: 'audit_events' | 'term_history', id: string) {
  let after = '0'
  return async (tx: Queries) => {
    for (;;) {
      const params = { id, log, after, most: entriesPerStatement }
      const { last } =
        (await tx.one<{ last: string | null }>('identity/erase-from-log', params)) ?? {}
      if (!last) return
      after = last
    }
  }
}

/** Erases a person from the definitions of the terms that there are, in parts. Those that are added later do not take long. */
async function eraseFromTerms(tx: Queries, id: string) {
  let after = beforeAllIds
  for (;;) {
    const params = { id, after, most: termsPerStatement }
    const row = await tx.one<{ last: string }>('identity/erase-from-terms', params)
    if (!row) return
    after = row.last
  }
}
