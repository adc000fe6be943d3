import { batchesOf } from '../batches.ts'
import type { Context } from '../context.ts'
import type { RelationKind } from '../schemas/term.ts'
import { findClosing, type Step } from './circles.ts'

type Tx = Context['db']

/** A relation as one of its terms says it. */
export type Said = { id: string; kind: RelationKind; other_id: string }
/** `is_agreed` is whether the other term shows it, too. */
export type Agreed = Said & { is_agreed: boolean }

/** What comes of a relation that is to be added. */
export type Outcome = 'done' | 'unchanged' | 'missing' | 'self' | 'too_many_relations' | 'already_replaced'

/** Whom the histories name for a change, and the import that it is a part of. */
export type By = { actor_id: string | null; import_id: string | null }

/** Locks terms in the order of their IDs, as all do who change several, so that they cannot deadlock. */
export async function lockTerms(tx: Tx, ids: Iterable<string>): Promise<void> {
  for (const batch of inOrder(ids)) await tx.run('glossary/lock-terms', { ids: batch })
}

/** Keeps terms from being deleted until the transaction ends. Locks of the same transaction come afterwards. */
export async function keepTerms(tx: Tx, ids: Iterable<string>): Promise<void> {
  for (const batch of inOrder(ids)) await tx.run('glossary/keep-terms', { ids: batch })
}

/** Keeps all terms that are related to one that is locked, whichever says so. */
export const keepRelated = (tx: Tx, id: string): Promise<void> => tx.run('glossary/keep-related', { id })

const inOrder = (ids: Iterable<string>) => batchesOf([...new Set(ids)].sort())

/**
 * Adds relations of terms that are locked or kept, as far as they can be. What comes of each is in their order. Whether
 * they close circles is to be asked with `findCircles` afterwards.
 */
export async function addRelations(tx: Tx, relations: readonly Agreed[], by: By): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const batch of batchesOf(relations)) {
    const params = { relations: batch.map(toAgreed), ...by }
    const rows = await tx.many<{ outcome: Outcome }>('glossary/relate-terms', params)
    outcomes.push(...rows.map(({ outcome }) => outcome))
  }
  return outcomes
}

/** Ends relations, as far as they are there. Returns those that have ended. */
export async function endRelations(tx: Tx, relations: readonly Said[], by: By): Promise<Said[]> {
  const ended: Said[] = []
  for (const batch of batchesOf(relations)) {
    const params = { relations: batch.map(toSaid), ...by }
    ended.push(...(await tx.many<Said>('glossary/unrelate-terms', params)))
  }
  return ended
}

const toSaid = ({ id, kind, other_id }: Said) => ({ id, kind, other_id })
const toAgreed = ({ is_agreed, ...said }: Agreed) => ({ ...toSaid(said), is_agreed })

/**
 * Finds the relations that close a circle, with those that are there or with others of them that come before.
 *
 * @param relations that have been added: from here to the end of the transaction, others who ask wait
 */
export async function findCircles<Each extends Said>(tx: Tx, relations: readonly Each[]): Promise<Set<Each>> {
  if (relations.some(isDirected)) await tx.run('glossary/lock-relations')
  return lookForCircles(tx, relations)
}

const isDirected = ({ kind }: Said) => kind !== 'differs_from'

async function lookForCircles<Each extends Said>(tx: Tx, relations: readonly Each[]): Promise<Set<Each>> {
  const circles = new Set<Each>()
  const directed = relations.filter(isDirected)
  for (const kind of new Set(directed.map((each) => each.kind))) {
    const some = directed.filter((each) => each.kind === kind)
    const steps = await tx.many<Step>('glossary/relations-above', { kind, relations: some.map(toSaid) })
    for (const each of findClosing(steps, some)) circles.add(each)
  }
  return circles
}

/** Adds relations, but for those that close a circle or that others stand in the way of. Returns those that are new. */
export async function addPossible(tx: Tx, relations: readonly Agreed[], by: By): Promise<Agreed[]> {
  const circles = await lookForCircles(tx, relations)
  const possible = relations.filter((each) => !circles.has(each))
  const outcomes = await addRelations(tx, possible, by)
  const added = possible.filter((_, index) => outcomes[index] === 'done')
  // Those that others have closed meanwhile.
  const closed = await findCircles(tx, added)
  await endRelations(tx, [...closed], by)
  return added.filter((each) => !closed.has(each))
}

/**
 * Brings the relations back that terms had when they were deleted, as far as they are possible by now. The histories of
 * the terms say which are not.
 *
 * @param asId the term whose relations they are from now on: another one after a merge
 */
export async function restoreRelations(tx: Tx, ids: Iterable<string>, by: By, asId: string | null = null) {
  for (const batch of batchesOf([...ids])) {
    const dropped = await tx.many<Agreed>('glossary/take-dropped-relations', { ids: batch, as_id: asId })
    const concerned = dropped.flatMap(({ id, other_id }) => [id, other_id])
    await keepTerms(tx, concerned)
    await addPossible(tx, dropped, by)
    await tx.run('glossary/end-lost-relations', { ids: batch, ...by })
  }
}
