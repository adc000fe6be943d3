import type { Db } from '../context.ts'
import { readTerm } from '../glossary/read.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Person } from '../schemas/user.ts'
import { maxReasons, mayResolve } from './disputes.ts'

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

/** A question about a report that its reporter has not answered. */
export type Question = { id: string; asked_by: Person | null; question: string | null }

/** Lists what the caller was asked about their reports of a term and has not answered, the oldest first. */
export const listQuestions = ({ db }: Db, actor: Actor, termId: string): Promise<Question[]> =>
  db.many<Question>('review/list-questions', { term_id: termId, actor_id: actor.id })

/**
 * Answers what the caller was asked about their reports of a term: the answer is a further reason of the report, and
 * whoever asked is told.
 *
 * @throws Problem `not_waiting` if nothing is asked, or the report is settled, or `too_many_reasons`
 */
export function answerQuestions({ db }: Db, actor: Actor, termId: string, answer: string): Promise<void> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    const params = { term_id: termId, actor_id: actor.id, answer, max_reasons: maxReasons }
    const row = await tx.one<{ is_full: boolean }>('review/answer-questions', params)
    if (row?.is_full) throw new Problem('too_many_reasons')
    if (!row) throw new Problem('not_waiting', { detail: 'Nobody waits for this answer: the report is settled.' })
  })
}
