import type { Db } from '../context.ts'
import { listHistory } from '../glossary/history.ts'
import { readTerm } from '../glossary/read.ts'
import { readVersion } from '../glossary/versions.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'

/**
 * Undoes that the caller accepted a suggestion, and wrote its definition with it: it is a suggestion again, as it was.
 *
 * @throws Problem `not_found`, or `not_waiting` if anyone has changed the term or voted since, or someone else accepted it
 */
export function withdrawAcceptance({ db }: Db, actor: Actor, id: string): Promise<void> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const term = await readTerm({ db: tx }, id)
    const { items } = await listHistory({ db: tx }, id, { limit: 2, offset: 0 })
    const version = versionBefore(actor, term, items)
    if (version === null) {
      throw new Problem('not_waiting', { detail: `“${term.name}” has changed since.` })
    }
    const content = await readVersion({ db: tx }, term, version)
    await tx.run('review/withdraw-acceptance', { id, content, actor_id: actor.id })
  })
}

/** The version before a term was accepted, or before its definition was written along with that; null if it was touched since. */
function versionBefore(actor: Actor, term: Term, [last, written]: HistoryEntry[]): number | null {
  const isAcceptance =
    last?.changes.status?.from === 'suggested' &&
    last.changes.status.to === 'pending' &&
    last.actor?.id === actor.id &&
    last.version === term.version
  if (!isAcceptance || term.vote_count > 0) return null
  const isWritten = written?.changes.definition?.from === '' && written.actor?.id === actor.id
  return isWritten ? term.version - 2 : term.version - 1
}
