import type { Context, Db } from '../context.ts'
import { maxMeanings } from '../glossary/create.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { UndoneImport } from '../schemas/import.ts'
import { batchSize } from './packed.ts'
import { countSlot, toConflict } from './store.ts'

/** Undoing an import of 50,000 terms takes longer than other requests may. */
export const undoTimeoutMs = 120_000
/** How many of the terms that are kept are named. */
const maxNamed = 500

/** What came of undoing an import, with the number of all terms that are kept. */
export type Undoing = UndoneImport & { keptTotal: number }

type Undone = { seq: string; term_id: string; name: string; outcome: string }

/** Why a term is kept as it is, by what happened to it after the import. */
const reasons: Record<string, string> = {
  gone: 'It has been deleted since.',
  changed: 'It has been changed since.',
  voted: 'It has been voted for since.',
  proposed: 'A change to it has been proposed since.',
  followed: 'Someone follows it.',
  taken: 'Another term has its earlier name, full name and category.',
  full: `Its earlier name has ${maxMeanings} meanings by now, and a name cannot have more.`,
}

/**
 * Undoes an import (contract, section 15): deletes the terms that it created and returns those that it changed to their
 * earlier content, unless someone has touched them since.
 *
 * @throws Problem `not_found`, `forbidden` for other people's imports, `already_undone` or `import_conflict`
 */
export async function undoImport({ db }: Db, actor: Actor, id: string): Promise<Undoing> {
  return db
    .begin((tx) => undo(tx, actor, id))
    .catch((error) => {
      throw toConflict(error)
    })
}

async function undo(tx: Context['db'], actor: Actor, id: string): Promise<Undoing> {
  await requireUndoable(tx, actor, id)
  await tx.run('import/count-apart', { count_slot: countSlot() })
  const by = { import_id: id, actor_id: actor.id }
  const related = await tx.one<{ reverted: number }>('import/undo-relations', by)
  const counts = { deleted: 0, reverted: related?.reverted ?? 0, kept: 0 }
  const kept: UndoneImport['kept'] = []
  for await (const { term_id, name, outcome } of undoTerms(tx, actor, id)) {
    const isKept = outcome !== 'deleted' && outcome !== 'reverted'
    counts[isKept ? 'kept' : outcome]++
    if (isKept && kept.length < maxNamed) {
      kept.push({ term_id, name, reason: reasons[outcome] ?? outcome })
    }
  }
  await tx.run('import/notify', { import_id: id, actor_id: actor.id, action: 'import.undone' })
  await tx.run('import/finish-undo', { ...counts, id, actor_id: actor.id })
  return { ...counts, kept, keptTotal: counts.kept }
}

type Locked = { actor_id: string | null; is_undone: boolean }

async function requireUndoable(tx: Context['db'], actor: Actor, id: string) {
  const found = await tx.one<Locked>('import/lock-import', { id })
  if (!found) throw new Problem('not_found', { detail: 'There is no import with this ID.' })
  if (found.actor_id !== actor.id && actor.role !== 'admin') {
    const detail = 'Only the person who made this import and admins can undo it.'
    throw new Problem('forbidden', { detail })
  }
  if (found.is_undone) throw new Problem('already_undone')
}

async function* undoTerms(tx: Context['db'], actor: Actor, id: string) {
  let after: string | undefined = '0'
  while (after !== undefined) {
    const range = { import_id: id, after_seq: after, limit: batchSize }
    await tx.run('import/lock-changed', range)
    const by = { actor_id: actor.id, max_meanings: maxMeanings }
    const batch: Undone[] = await tx.many<Undone>('import/undo-changes', { ...range, ...by })
    yield* batch
    after = batch.at(-1)?.seq
  }
}
