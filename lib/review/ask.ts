import type { Db } from '../context.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'

/**
 * Asks somebody who used a suggested name what it means, in their inbox and in Slack: one person each time, nobody twice.
 *
 * @returns the name of the person
 * @throws Problem `insufficient_role`, or `not_waiting` if there is nobody left to ask
 */
export async function askSomebody({ db }: Db, actor: Actor, id: string): Promise<string> {
  requireEditor(actor)
  const row = await db.one<{ name: string }>('review/ask', { id, actor_id: actor.id })
  if (row) return row.name
  const detail = 'There is nobody else to ask: who used it has no account here, or has been asked.'
  throw new Problem('not_waiting', { detail })
}
