import type { Context, Db } from '../context.ts'
import { listHistory, readVersion } from '../glossary/history.ts'
import { undoClaim } from '../glossary/ownership.ts'
import { readTerm } from '../glossary/read.ts'
import { unrelate } from '../glossary/relate.ts'
import { lockTerms, type Said } from '../glossary/relations-at-once.ts'
import { saveVersion } from '../glossary/revise.ts'
import { unconfirmTranslation } from '../glossary/translations.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { ReviewAction, ReviewKind } from '../schemas/review.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'
import { restoreSuggestion } from './dismissed.ts'
import { forgetBothMeanings } from './duplicates.ts'
import { forgetRefusal } from './learned.ts'
import { readProposal } from './proposals.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/**
 * A decision that can be undone; `correct` gives a reported term a better text, `define` gives a suggestion one, and
 * accepts it.
 */
export type Decision = ReviewAction | 'correct' | 'define'

/**
 * An item of the queue: its kind, the IDs of its term and of what waits, or of a suggestion that was published of the
 * terms that it was related to, the name of its term, to say what was decided, and the language of a translation.
 */
export type QueueItem = { kind: ReviewKind; ids: string[]; name: string; language?: string }

/**
 * Undoes a decision about an item.
 *
 * @throws Problem what the operations throw, `not_waiting` if someone has changed or deleted the item since
 */
export async function undoDecision(ctx: Needs, actor: Actor, action: Decision, item: QueueItem): Promise<void> {
  const { kind, language = '' } = item
  const [id = '', ...others] = item.ids
  const [otherId = ''] = others
  try {
    await undo[kind](ctx, actor, { action, id, others, otherId, language })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    throw new Problem('not_waiting', { detail: `“${item.name}” does not exist any more.` })
  }
}

type Undone = { action: Decision; id: string; others: string[]; otherId: string; language: string }

/** How a decision about an item of each kind is undone. */
const undo: Record<ReviewKind, (ctx: Needs, actor: Actor, undone: Undone) => Promise<void>> = {
  disputed: (ctx, actor, { action, id, others }) => undoResolutions(ctx, actor, id, others, action === 'correct'),
  proposed: (ctx, actor, { otherId }) => undoProposalDecision(ctx, actor, otherId),
  alias: (ctx, actor, { action, id, otherId }) =>
    action === 'refuse' ? forgetRefusal(ctx, actor, otherId) : undoEdit(ctx, actor, id),
  duplicate: (ctx, actor, { id, otherId }) => forgetBothMeanings(ctx, actor, id, otherId),
  stale: (ctx, actor, { id }) => undoConfirmation(ctx, actor, id),
  translation: (ctx, actor, { id, language }) => unconfirmTranslation(ctx, actor, { id, language }),
  ownerless: (ctx, actor, { id }) => undoClaim(ctx, actor, id),
  suggested: async (ctx, actor, { action, id, others }) => {
    const isAccepted = action === 'accept' || action === 'define'
    const acceptance = { isWritten: action === 'define', otherIds: others }
    await (isAccepted ? withdrawAcceptance(ctx, actor, id, acceptance) : restoreSuggestion(ctx, actor, id))
  },
}

/**
 * Undoes that the caller accepted or declined a proposal: it is open again, and the term has its earlier text.
 *
 * @throws Problem `not_found`, or `not_waiting` if someone else decided, or has changed the term since
 */
export function undoProposalDecision({ db }: Db, actor: Actor, id: string): Promise<void> {
  return db.begin(async (tx) => {
    const ctx = { db: tx }
    const locked = await tx.one<{ term_id: string }>('review/lock-proposed-term', { id })
    const proposal = await readProposal(ctx, id)
    const term = await readTerm(ctx, locked?.term_id ?? proposal.term_id)
    if (proposal.status === 'accepted') await takeBack(ctx, actor, term, 'accepted_by')
    if (!(await tx.one('review/reopen-proposals', { id, actor_id: actor.id }))) throw changedSince(term)
  })
}

/**
 * Undoes the last change of a term, which is the caller's.
 *
 * @throws Problem `not_found`, or `not_waiting` if someone has changed the term since
 */
const undoEdit = ({ db }: Db, actor: Actor, id: string): Promise<void> =>
  db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    await takeBack({ db: tx }, actor, await readTerm({ db: tx }, id), 'actor')
  })

/** Reverts a term whose last change the caller made, or accepted. */
async function takeBack(ctx: Db, actor: Actor, term: Term, by: 'actor' | 'accepted_by') {
  const { items } = await listHistory(ctx, term.id, { limit: 1, offset: 0 })
  const [last] = items
  if (last?.version !== term.version || last[by]?.id !== actor.id) throw changedSince(term)
  await takeBackEdit(ctx, actor, term)
}

/** Reverts a term to its version before the last one. */
async function takeBackEdit(ctx: Db, actor: Actor, term: Term) {
  const before = await readVersion(ctx, term, term.version - 1)
  const author = { id: actor.id, mayEditProtected: true }
  const edit = { ...before, version: term.version }
  await saveVersion(ctx, author, term.id, { edit, action: 'reverted' })
}

/**
 * Undoes that the caller resolved disputes of a term: they are open again, without the votes and the status that the
 * resolution had restored.
 *
 * @param isCorrection whether they were resolved together, with a better text, which goes as well
 * @throws Problem `not_found`, or `not_waiting` if someone else resolved one, or has changed the term since
 */
export function undoResolutions(
  { db }: Db,
  actor: Actor,
  termId: string,
  ids: readonly string[],
  isCorrection = false,
): Promise<void> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    const term = await readTerm({ db: tx }, termId)
    const { items } = await listHistory({ db: tx }, termId, { limit: ids.length + 1, offset: 0 })
    const resolutions = items.slice(0, isCorrection ? Math.min(ids.length, 1) : ids.length)
    const isUntouched = resolutions.every(
      ({ action, actor: who }) => action === 'dispute_resolved' && who?.id === actor.id,
    )
    if (!isUntouched) throw changedSince(term)
    if (isCorrection) await takeBackCorrection({ db: tx }, actor, term, items[resolutions.length])
    const changed = resolutions.find(({ changes }) => changes.status)
    const status = changed?.changes.status?.from ?? null
    const params = { ids: [...ids], status, actor_id: actor.id }
    const reopened = ids.length > 0 ? await tx.many('review/reopen-disputes', params) : []
    if (reopened.length !== ids.length) throw changedSince(term)
  })
}

/** Returns a term to the text before an edit of the caller, which has then corrected nothing. */
async function takeBackCorrection(ctx: Db, actor: Actor, term: Term, edit?: HistoryEntry) {
  const isLast = edit?.action === 'updated' && edit.version === term.version
  if (!isLast || edit.actor?.id !== actor.id) throw changedSince(term)
  await takeBackEdit(ctx, actor, term)
  await ctx.db.run('review/forget-correction', { term_id: term.id, version: term.version })
}

/**
 * Undoes that the caller confirmed a stale term.
 *
 * @throws Problem `not_found`, or `not_waiting` if it has been confirmed since
 */
export async function undoConfirmation({ db }: Db, actor: Actor, id: string): Promise<void> {
  const term = await readTerm({ db }, id)
  if (!(await db.one('review/unconfirm-term', { id, actor_id: actor.id }))) throw changedSince(term)
}

const changedSince = ({ name }: Term) => new Problem('not_waiting', { detail: `“${name}” has changed since.` })

/**
 * Undoes that the caller accepted a suggestion: it is a suggestion again, as it was.
 *
 * @param options `isWritten`: whether the caller also sent its text, changed or not; `otherIds`: the terms that it was
 *   related to along with that
 * @throws Problem `not_found`, or `not_waiting` if anyone has changed the term or voted since, or someone else accepted
 *   it
 */
function withdrawAcceptance(
  needs: Needs,
  actor: Actor,
  id: string,
  { isWritten, otherIds }: { isWritten: boolean; otherIds: string[] },
): Promise<void> {
  return needs.db.begin(async (tx) => {
    await lockTerms(tx, [id, ...otherIds])
    const term = await readTerm({ db: tx }, id)
    const params = { id, actor_id: actor.id, other_ids: otherIds }
    const relations = await tx.many<Pick<Said, 'kind' | 'other_id'>>('review/newest-relations', params)
    const { items } = await listHistory({ db: tx }, id, { limit: otherIds.length + 2, offset: 0 })
    const version = versionBefore(actor, term, items.slice(otherIds.length), isWritten)
    if (version === null || relations.length < otherIds.length) throw changedSince(term)
    for (const relation of relations) await unrelate({ ...needs, db: tx }, actor, { id, ...relation })
    const content = await readVersion({ db: tx }, term, version)
    await tx.run('review/withdraw-acceptance', { id, content, actor_id: actor.id })
  })
}

/**
 * The version before a term was accepted, or before its text was written along with that; null if it was touched since.
 */
function versionBefore(actor: Actor, term: Term, [last, edit]: HistoryEntry[], isWritten: boolean): number | null {
  const isAcceptance =
    last?.changes.status?.from === 'suggested' &&
    last.changes.status.to === 'pending' &&
    last.actor?.id === actor.id &&
    last.version === term.version
  if (!isAcceptance || term.vote_count > 0) return null
  const isOwnEdit = edit?.action === 'updated' && edit.actor?.id === actor.id
  return isWritten && isOwnEdit ? term.version - 2 : term.version - 1
}
