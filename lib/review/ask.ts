import type { Db } from '../context.ts'
import { readTerm } from '../glossary/read.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { mayResolve } from './disputes.ts'

/**
 * Asks somebody who used a suggested name what it means, in their inbox and in Slack: one person each time, nobody
 * twice.
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

/**
 * Asks those who reported a problem with a term, as long as nobody has settled it, in their inbox and in Slack.
 *
 * @throws Problem `not_found`, `forbidden` unless the caller could uphold the reports, or `not_waiting` if there is
 * nobody to ask
 */
export async function askReporters({ db }: Db, actor: Actor, termId: string, question: string): Promise<void> {
  const { owner } = await readTerm({ db }, termId)
  if (!mayResolve(actor, { opened_by: '', owner_id: owner?.id ?? null }, 'upheld')) throw new Problem('forbidden')
  const params = { term_id: termId, actor_id: actor.id, question }
  if (await db.one('review/ask-reporters', params)) return
  throw new Problem('not_waiting', { detail: 'There is nobody to ask.' })
}
