import { batchSize } from '../batches.ts'
import type { Context } from '../context.ts'
import { maxMeanings } from '../glossary/create.ts'
import { type Agreed, addPossible, endRelations, type Said } from '../glossary/relations-at-once.ts'
import type { Actor } from '../identity/actor.ts'
import { isMultilingual } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { UndoneImport } from '../schemas/import.ts'
import { countSlot, toConflict } from './store.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** Undoing an import of 50,000 terms takes longer than other requests may. */
export const undoTimeoutMs = 120_000
/** How many of the terms that are kept are named. */
const maxNamed = 500

/** What came of undoing an import, with the numbers of all terms that are kept, and of withdrawn proposals. */
export type Undoing = UndoneImport & { keptTotal: number; withdrawn: number }

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
 * Undoes an import (contract, section 15): deletes the terms that it created, returns those that it changed to their
 * earlier content, unless someone has touched them since, and withdraws its open proposals.
 *
 * @throws Problem `not_found`, `forbidden` for other people's imports, `already_undone` or `import_conflict`
 */
export async function undoImport({ db, settings }: Needs, actor: Actor, id: string): Promise<Undoing> {
  return db
    .begin((tx) => undo(tx, actor, id, isMultilingual(settings)))
    .catch((error) => {
      throw toConflict(error)
    })
}

async function undo(tx: Context['db'], actor: Actor, id: string, hasTranslations: boolean): Promise<Undoing> {
  await requireUndoable(tx, actor, id)
  await tx.run('import/count-apart', { count_slot: countSlot() })
  await tx.run('import/lock-changed', { import_id: id })
  const by = { import_id: id, actor_id: actor.id }
  const done = await tx.many<Agreed & { action: 'related' | 'unrelated' }>('import/read-related', { import_id: id })
  const ended = await endRelations(
    tx,
    done.filter(({ action }) => action === 'related'),
    by,
  )
  const counts = { deleted: 0, reverted: 0, kept: 0 }
  const kept: UndoneImport['kept'] = []
  for await (const { term_id, name, outcome } of undoTerms(tx, actor, id)) {
    const isKept = outcome !== 'deleted' && outcome !== 'reverted'
    counts[isKept ? 'kept' : outcome]++
    if (isKept && kept.length < maxNamed) {
      kept.push({ term_id, name, reason: reasons[outcome] ?? outcome })
    }
  }
  const begun = await addPossible(
    tx,
    done.filter(({ action }) => action === 'unrelated'),
    by,
  )
  counts.reverted += await countRelated(tx, id, [...ended, ...begun])
  for (const { term_id, name, is_undone } of hasTranslations ? await undoTranslations(tx, by) : []) {
    counts[is_undone ? 'reverted' : 'kept']++
    if (!is_undone && kept.length < maxNamed) kept.push({ term_id, name, reason: reasons.changed ?? '' })
  }
  const { withdrawn = 0 } = (await tx.one<{ withdrawn: number }>('import/withdraw-proposals', by)) ?? {}
  await tx.run('import/notify', { import_id: id, actor_id: actor.id, action: 'import.undone' })
  await tx.run('import/finish-undo', { ...counts, id, actor_id: actor.id })
  return { ...counts, kept, keptTotal: counts.kept, withdrawn }
}

type UndoneTranslation = { term_id: string; name: string; is_alone: boolean; is_undone: boolean }

/** Undoes what the import has translated. Returns the terms of which it has changed nothing else, each once. */
async function undoTranslations(tx: Context['db'], by: { import_id: string; actor_id: string }) {
  const undone = await tx.many<UndoneTranslation>('import/undo-translations', by)
  const alone = undone.filter(({ is_alone }) => is_alone)
  return new Map(alone.map((each) => [each.term_id, each])).values()
}

/** Counts the terms whose relations have changed, but whose texts the import had left alone. */
async function countRelated(tx: Context['db'], importId: string, relations: readonly Said[]): Promise<number> {
  const ids = [...new Set(relations.map((each) => each.id))]
  if (ids.length === 0) return 0
  const found = await tx.one<{ total: number }>('import/count-related', { ids, import_id: importId })
  return found?.total ?? 0
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
    const by = { actor_id: actor.id, max_meanings: maxMeanings }
    const batch: Undone[] = await tx.many<Undone>('import/undo-changes', { ...range, ...by })
    yield* batch
    after = batch.at(-1)?.seq
  }
}
