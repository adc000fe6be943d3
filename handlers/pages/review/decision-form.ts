import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { Problem } from '../../../lib/problem.ts'
import { decideAll } from '../../../lib/review/decide.ts'
import { type Decision, undoDecision } from '../../../lib/review/undo.ts'
import { list } from '../../../lib/schemas/list.ts'
import {
  BulkReview,
  maxItems,
  type ReviewAction,
  ReviewQuery,
  type ReviewResult,
  reviewActions,
} from '../../../lib/schemas/review.ts'
import { note } from '../../../lib/schemas/term.ts'
import { attempt, inOneLine } from '../../../lib/web/parts/form.tsx'
import { decisionFor } from './action-words.ts'
import { ItemKey, targetsOf } from './read-queue.ts'

const { kind, category } = ReviewQuery.entries
const { action } = BulkReview.entries

type Needs = Pick<Context, 'db' | 'settings'>

/** A decision about items of the queue: one in its place in the list, or those that are selected. */
export const DecisionForm = v.object({
  action,
  note: v.optional(inOneLine(note)),
  item: v.optional(list(ItemKey, { max: 5 * maxItems }), []), // `decideItems` says in words how many it takes
  in_place: v.optional(v.boolean(), false),
  kind,
  category,
})

/** A decision that is undone, about one item in its place in the list or about several together. */
export const UndoForm = v.object({
  action: v.picklist([...reviewActions, 'correct', 'define']),
  item: list(ItemKey, { min: 1, max: 5 * maxItems }),
  in_place: v.optional(v.boolean(), false),
  kind,
  category,
})

/** What became of an item, or of its disputes together. */
export type Decided = ItemKey &
  Pick<ReviewResult, 'outcome' | 'detail'> & {
    /** a definition that came too late */
    unsaved?: string
  }

/**
 * Decides about items of the queue, about each kind as the button for it does.
 *
 * @throws Problem `validation_failed` if there are none, or more than the API takes, or if a reason is missing
 */
export async function decideItems(
  ctx: Needs,
  actor: Actor,
  action: ReviewAction,
  items: readonly ItemKey[],
  note?: string,
): Promise<Decided[]> {
  if (items.length === 0) {
    const errors = [{ path: 'item', message: 'must be selected' }]
    throw new Problem('validation_failed', { errors, detail: 'Select at least one item first.' })
  }
  const chosen = items.map((item) => ({ item, action: decisionFor(action, item.kind) }))
  if (note === undefined && chosen.some(({ item, action }) => needsReason(action, item))) {
    const errors = [{ path: 'note', message: 'is required' }]
    const detail = 'Say why first: whoever proposed the change or reported the problem receives it.'
    throw new Problem('validation_failed', { errors, detail })
  }
  if (items.flatMap(targetsOf).length > maxItems) {
    const errors = [{ path: 'item', message: `must be at most ${maxItems}` }]
    throw new Problem('validation_failed', { errors, detail: `Select at most ${maxItems} items.` })
  }
  const decided: Decided[] = []
  for (const { item, action } of chosen) {
    const results = await decideAll(ctx, actor, action, targetsOf(item), note)
    const { outcome, detail } = results.find((result) => result.outcome !== 'done') ?? { outcome: 'done', detail: null }
    decided.push({ ...item, outcome, detail })
  }
  return decided
}

/** Whether somebody has written what a decision turns down, and so hears why. */
export const needsReason = (action: ReviewAction, { kind }: Pick<ItemKey, 'kind'>): boolean =>
  (kind === 'proposed' && action === 'decline') || (kind === 'disputed' && action === 'dismiss')

/** Undoes a decision about several items, one by one. */
export async function undoAll(
  ctx: Needs,
  actor: Actor,
  action: Decision,
  items: readonly ItemKey[],
): Promise<Decided[]> {
  const undone: Decided[] = []
  for (const item of items) {
    const { problem } = await attempt(() => undoDecision(ctx, actor, decisionFor(action, item.kind), item))
    const outcome = problem ? 'conflict' : 'done'
    undone.push({ ...item, outcome, detail: problem?.message ?? null })
  }
  return undone
}
