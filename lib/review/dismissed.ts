import type { Db } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import { duplicateProblem, type TermKey } from '../glossary/create.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { restoreRelations } from '../glossary/relations-at-once.ts'
import type { MaybeTermRow } from '../glossary/term.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Dismissed } from '../schemas/review.ts'
import type { Status, Term } from '../schemas/term.ts'
import { upholdAll } from './disputes.ts'
import { declineAll } from './proposals.ts'

const note = 'This suggestion was dismissed.'

/**
 * Dismisses a suggested term: removes it, so that discovery never suggests its name with its full name again. Its open
 * disputes are upheld, and open proposals for it are declined, so that whoever made them is told.
 *
 * @throws Problem `insufficient_role`, `not_found`, or `transition_refused` if it is not suggested
 */
export function dismissSuggestion({ db }: Db, actor: Actor, id: string): Promise<void> {
  requireEditor(actor)
  return db.begin(async (tx) => {
    await tx.run('review/lock-for-removal', { ids: [id] })
    await upholdAll({ db: tx }, actor, id, note)
    await declineAll({ db: tx }, actor, id, note)
    const term = await tx.one<{ status: Status }>('review/dismiss-suggestion', { id, actor_id: actor.id })
    if (!term) throw termNotFound()
    if (term.status !== 'suggested') {
      const detail = `Only suggested terms can be dismissed. This one is ${term.status}.`
      throw new Problem('transition_refused', { detail })
    }
  })
}

/** Lists dismissed suggestions, newest first. */
export const listDismissed = ({ db }: Db, range: ListRange) => db.slice<Dismissed>('review/list-dismissed', range)

/**
 * Brings a dismissed suggestion back, with its ID.
 *
 * @throws Problem `insufficient_role`, `not_found`, `duplicate` if its meaning has been added since, or
 *   `too_many_meanings`
 */
export async function restoreSuggestion({ db }: Db, actor: Actor, id: string): Promise<Term> {
  requireEditor(actor)
  try {
    return await db.begin(async (tx) => {
      const params = { id, actor_id: actor.id }
      const row = await tx.one<MaybeTermRow & TermKey>('review/restore-dismissed', params)
      if (!row) throw new Problem('not_found', { detail: 'This suggestion is not dismissed.' })
      if (row.term) {
        await restoreRelations(tx, [id], { actor_id: actor.id, import_id: null })
        return readTerm({ db: tx }, id)
      }
      const { existing_id = id } = (await duplicateProblem({ db: tx }, row)).members
      throw new Problem('duplicate', { existing_id })
    })
  } catch (error) {
    throw isViolation(error, 'name_meanings_limit') ? new Problem('too_many_meanings') : error
  }
}
