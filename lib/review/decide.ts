import type { Context, Db } from '../context.ts'
import { claimTerm, confirmTerm } from '../glossary/ownership.ts'
import { acceptSuggestion } from '../glossary/promote.ts'
import { readTerm } from '../glossary/read.ts'
import { confirmOutdated } from '../glossary/translations.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import type { ReviewAction, ReviewResult, ReviewTarget } from '../schemas/review.ts'
import type { Term } from '../schemas/term.ts'
import { dismissSuggestion } from './dismissed.ts'
import { resolveDispute } from './disputes.ts'
import { keepBothMeanings } from './duplicates.ts'
import { learnedDecisions } from './learned.ts'
import { acceptProposal, declineProposal } from './proposals.ts'

type Needs = Pick<Context, 'db' | 'settings'>
type Decide = (
  ctx: Needs,
  actor: Actor,
  id: string,
  { otherId, note, language }: { otherId: string; note: string | null; language: string },
) => Promise<unknown>

/** What an item is about, by the ID that names it. */
type Subject = 'term' | 'proposal' | 'dispute' | 'duplicate' | 'name' | 'translation'

const decisions: Record<Subject, Partial<Record<ReviewAction, Decide>>> = {
  term: { accept: acceptSuggestion, dismiss: dismissSuggestion, confirm: confirmStale, claim: claimOwnerless },
  proposal: {
    accept: (ctx, actor, id) => acceptProposal(ctx, actor, id),
    decline: (ctx, actor, id, { note }) => declineProposal(ctx, actor, id, note),
  },
  dispute: {
    uphold: (ctx, actor, id, { note }) => resolveDispute(ctx, actor, id, { resolution: 'upheld', note }),
    dismiss: (ctx, actor, id, { note }) => resolveDispute(ctx, actor, id, { resolution: 'dismissed', note }),
  },
  duplicate: { dismiss: (ctx, actor, id, { otherId }) => keepBothMeanings(ctx, actor, id, otherId) },
  name: learnedDecisions,
  translation: { current: (ctx, actor, id, { language }) => confirmOutdated(ctx, actor, { id, language }) },
}

/**
 * Decides about items one by one, as `changeEach` does.
 *
 * @param note why, for whoever waits for the decision about a proposal or a report
 */
export function decideAll(
  ctx: Needs,
  actor: Actor,
  action: ReviewAction,
  targets: readonly ReviewTarget[],
  note: string | null = null,
): Promise<ReviewResult[]> {
  return changeEach(targets, async (target) => {
    const { subject, id, otherId } = identify(target)
    const decision = decisions[subject][action]
    if (!decision) throw new Problem('validation_failed', { detail: `A ${subject} has no “${action}”.` })
    await decision(ctx, actor, id, { otherId, note, language: target.language ?? '' })
  })
}

/**
 * Changes items one by one, each in a transaction of its own, so that one that fails leaves the others changed. If the
 * database fails once something has changed, the rest are conflicts: nobody has changed them.
 *
 * @param change a function that changes one item
 * @returns what became of each item, in their order
 * @throws what is no Problem, and a Problem that the first item has and all others would have
 */
export async function changeEach(
  targets: readonly ReviewTarget[],
  change: (target: ReviewTarget) => Promise<unknown>,
): Promise<ReviewResult[]> {
  const results: ReviewResult[] = []
  for (const target of targets) {
    try {
      await change(target)
      results.push({ ...target, outcome: 'done', detail: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const outcome = outcomeOf(error)
      if (outcome) {
        results.push({ ...target, outcome, detail: error.sentence })
        continue
      }
      if (error.status !== 503 || results.length === 0) throw error
      const left = targets.slice(results.length)
      return [...results, ...left.map((each) => ({ ...each, outcome: 'conflict' as const, detail: error.sentence }))]
    }
  }
  return results
}

function identify({ term_id = '', other_id = '', ...target }: ReviewTarget) {
  const { proposal_id, dispute_id, learned_id, language } = target
  if (proposal_id) return { subject: 'proposal', id: proposal_id, otherId: '' } as const
  if (dispute_id) return { subject: 'dispute', id: dispute_id, otherId: '' } as const
  if (learned_id) return { subject: 'name', id: learned_id, otherId: '' } as const
  if (language) return { subject: 'translation', id: term_id, otherId: '' } as const
  const subject = other_id ? 'duplicate' : 'term'
  return { subject, id: term_id, otherId: other_id } as const
}

/** Problems that mean that someone else has decided about an item. */
const decided: readonly ProblemCode[] = [
  'not_found',
  'already_decided',
  'already_resolved',
  'not_waiting',
  'transition_refused',
]

function outcomeOf({ code, status }: Problem): Exclude<ReviewResult['outcome'], 'done'> | null {
  if (decided.includes(code)) return 'gone'
  if (code === 'needs_correction') return 'refused'
  if (status === 409) return 'conflict'
  return status === 403 || status === 422 ? 'refused' : null
}

/** @throws Problem `not_waiting` if the term is not stale any more, or as `confirmTerm` does */
function confirmStale(ctx: Db, actor: Actor, id: string): Promise<Term> {
  return ifWaiting(
    ctx,
    id,
    ({ is_stale }) => is_stale,
    (tx) => confirmTerm(tx, actor, id),
  )
}

/** @throws Problem `not_waiting` if the term has an owner by now, or as `claimTerm` does */
function claimOwnerless(ctx: Db, actor: Actor, id: string): Promise<Term> {
  return ifWaiting(
    ctx,
    id,
    ({ owner }) => owner === null,
    (tx) => claimTerm(tx, actor, id),
  )
}

/** Makes a change of a term if it still needs the change, so that only one of two people makes it. */
function ifWaiting(
  { db }: Db,
  id: string,
  isWaiting: (term: Term) => boolean,
  change: (ctx: Db) => Promise<Term>,
): Promise<Term> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    if (!isWaiting(await readTerm({ db: tx }, id))) throw new Problem('not_waiting')
    return change({ db: tx })
  })
}
