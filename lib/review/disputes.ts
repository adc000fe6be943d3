import type { Context, Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import { disputeTransitions } from '../glossary/lifecycle.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { reviseTerm } from '../glossary/revise.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Dispute, DisputeResolution, Resolution } from '../schemas/dispute.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Term } from '../schemas/term.ts'

/**
 * Lists the disputes of a term, newest first.
 *
 * @param onlyUnsettled leaves out those that are resolved, unless they were right and the text is still as it was
 * @throws Problem `not_found`
 */
export async function listDisputes(
  { db }: Db,
  termId: string,
  range: ListRange,
  { onlyUnsettled = false } = {},
): Promise<Slice<Dispute>> {
  const params = { term_id: termId, id: null, only_unsettled: onlyUnsettled, ...range }
  const rows = await db.many<Dispute & { total: number }>('review/list-disputes', params)
  if (rows.length === 0) throw termNotFound()
  return toSlice(rows)
}

/**
 * Returns the ID of the term that a dispute is about.
 *
 * @throws Problem `not_found`
 */
export async function findDisputedTerm({ db }: Db, id: string): Promise<string> {
  const dispute = await db.one<{ term_id: string }>('review/find-disputed-term', { id })
  if (!dispute) throw disputeNotFound()
  return dispute.term_id
}

/** A dispute that is to be resolved; `resolution` is null unless somebody was faster. */
type ToResolve = { id: string; opened_by: string; resolution: Resolution | null; owner_id: string | null }

/**
 * Resolves a dispute: `upheld` by the owner or an editor, `dismissed` by an editor, `withdrawn` by the person who
 * opened it. After the latter two, the votes that it deleted are restored; once no dispute of the term is open, so is
 * the status, unless the text was edited since (contract, section 16). If it is upheld without a better text, and the
 * text is still as it was, the term needs a correction.
 *
 * @throws Problem `not_found`, `forbidden`, `already_resolved`, or what `reviseTerm` throws for the better text
 */
export function resolveDispute(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
  { resolution, note = null, version, definition, full_name }: DisputeResolution,
): Promise<Dispute> {
  return db.begin(async (tx) => {
    const termId = await findDisputedTerm({ db: tx }, id)
    await tx.run('glossary/lock-term', { id: termId })
    await checkResolution({ db: tx }, actor, id, resolution)
    if (resolution === 'upheld' && version !== undefined) {
      const edit = { version, definition, full_name, note }
      await reviseTerm({ db: tx, settings }, actor, termId, edit, null)
    }
    await tx.run('review/resolve-disputes', { ids: [id], resolution, note, actor_id: actor.id })
    const params = { id, term_id: null, only_unsettled: false, limit: 1, offset: 0 }
    const row = await tx.one<Dispute>('review/list-disputes', params)
    if (!row) throw disputeNotFound()
    return row
  })
}

/**
 * Does nothing if a person may resolve a dispute in this way now.
 *
 * @throws Problem `not_found`, `forbidden` or `already_resolved`
 */
export async function checkResolution({ db }: Db, actor: Actor, id: string, resolution: Resolution): Promise<void> {
  const dispute = await db.one<ToResolve>('review/disputes-to-resolve', { id, term_id: null })
  if (!dispute) throw disputeNotFound()
  if (dispute.resolution !== null) throw new Problem('already_resolved')
  if (!mayResolve(actor, dispute, resolution)) throw new Problem('forbidden', { detail: whoMay[resolution] })
}

/**
 * Makes a change of a term and upholds all its open disputes, in one transaction. Only the owner and editors may.
 *
 * @param change gets the context of the transaction
 * @returns the term after both
 * @throws Problem `forbidden`, or what `change` throws
 */
export function upholdDisputes(
  ctx: Db,
  actor: Actor,
  termId: string,
  change: (ctx: Db) => Promise<Term>,
): Promise<Term> {
  return ctx.db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    const disputes = await tx.many<ToResolve>('review/disputes-to-resolve', { id: null, term_id: termId })
    if (!disputes.every((dispute) => mayResolve(actor, dispute, 'upheld'))) {
      throw new Problem('forbidden', { detail: whoMay.upheld })
    }
    const term = await change({ db: tx })
    if (disputes.length === 0) return term
    await uphold({ db: tx }, actor, disputes, null)
    return readTerm({ db: tx }, termId)
  })
}

/**
 * Resolves all open disputes of a term together.
 *
 * @throws Problem `forbidden`, or `already_resolved` if none is open
 */
export function resolveDisputes(
  { db }: Db,
  actor: Actor,
  termId: string,
  resolution: Exclude<Resolution, 'withdrawn'>,
  note: string | null,
): Promise<void> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    const disputes = await tx.many<ToResolve>('review/disputes-to-resolve', { id: null, term_id: termId })
    if (disputes.length === 0) throw new Problem('already_resolved')
    if (!disputes.every((dispute) => mayResolve(actor, dispute, resolution)))
      throw new Problem('forbidden', { detail: whoMay[resolution] })
    const ids = disputes.map(({ id }) => id)
    await tx.run('review/resolve-disputes', { ids, resolution, note, actor_id: actor.id })
  })
}

/** Upholds all open disputes of a term that is about to be removed. The term must be locked. */
export async function upholdAll({ db }: Db, actor: Actor, termId: string, note: string) {
  const disputes = await db.many<ToResolve>('review/disputes-to-resolve', { id: null, term_id: termId })
  if (disputes.length > 0) await uphold({ db }, actor, disputes, note)
}

function uphold({ db }: Db, actor: Actor, disputes: readonly ToResolve[], note: string | null) {
  const ids = disputes.map(({ id }) => id)
  return db.run('review/resolve-disputes', { ids, resolution: 'upheld', note, actor_id: actor.id })
}

/**
 * Whether a person may resolve a dispute in this way.
 *
 * @param dispute who opened it, and the owner of its term
 */
export function mayResolve(
  actor: Pick<Actor, 'id' | 'role'>,
  { opened_by, owner_id }: { opened_by: string; owner_id: string | null },
  resolution: Resolution,
): boolean {
  if (resolution === 'withdrawn') return opened_by === actor.id
  return isEditor(actor) || (resolution === 'upheld' && owner_id === actor.id)
}

const whoMay: Record<Resolution, string> = {
  upheld: 'Only the owner of the term, editors and admins can uphold a report.',
  dismissed: 'Only editors and admins can dismiss a report.',
  withdrawn: 'Only the person who reported a problem can withdraw the report.',
}

const disputeNotFound = () => new Problem('not_found', { detail: 'This report does not exist.' })

/** The most reasons that a dispute can have. */
export const maxReasons = 20

/**
 * Disputes a term. All its votes are deleted, `community` and `official` terms return to `pending`, and the owner is
 * notified. While the caller's earlier dispute is open, only the reason is added to it.
 *
 * @throws Problem `not_found`, or `too_many_reasons`
 */
export function disputeTerm({ db }: Db, actor: Actor, id: string, reason: string | null): Promise<Term> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const params = { reason, actor_id: actor.id }
    const open = await tx.one<{ is_full: boolean }>('review/add-dispute-reason', {
      ...params,
      term_id: id,
      max_reasons: maxReasons,
    })
    if (open?.is_full) throw new Problem('too_many_reasons')
    if (open) return readTerm({ db: tx }, id)
    const row = await tx.one<TermRow>('review/open-dispute', { ...params, id, transitions: disputeTransitions })
    if (!row) throw termNotFound()
    return toTerm(row)
  })
}
