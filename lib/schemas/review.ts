import * as v from 'valibot'
import { category, content } from './content.ts'
import { Dispute } from './dispute.ts'
import { list, listRange } from './list.ts'
import { whole } from './numbers.ts'
import { Proposal } from './proposal.ts'
import { note, Term } from './term.ts'
import { languageTag, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/** The kinds of items in the review queue, in its order: what people wait for comes first (contract, section 16). */
export const reviewKinds = [
  'disputed',
  'proposed',
  'alias',
  'duplicate',
  'stale',
  'translation',
  'ownerless',
  'suggested',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

/**
 * What discovery saw of a suggested name: how often, by how many people, where, the full names beside it, the most
 * frequent ones first, links to messages, and a sentence of one. And how many people had looked it up in vain in one
 * week.
 */
export const Evidence = v.object({
  sightings: whole,
  people: whole,
  channels: v.array(v.string()),
  full_names: v.array(v.object({ full_name: v.string(), sightings: whole })),
  examples: v.array(v.string()),
  quote: v.nullable(v.string()),
  quote_channel: v.nullable(v.string()),
  quoted_at: v.nullable(timestamp),
  first_seen_at: timestamp,
  last_seen_at: timestamp,
  looked_up_by: whole,
})
export type Evidence = v.InferOutput<typeof Evidence>

/** Something that waits for a decision. Members that its kind does not have are null. */
export const ReviewItem = v.object({
  kind: v.picklist(reviewKinds),
  term: Term,
  proposal: v.nullable(Proposal),
  disputes: v.nullable(v.array(Dispute)),
  other: v.nullable(Term),
  evidence: v.nullable(Evidence),
  since: timestamp,
  /** of a name that people use for the term: its ID, and how many did so in one week */
  id: v.optional(uuid),
  name: v.optional(v.string()),
  people: v.optional(whole),
  /** of a translation that is out of date */
  language: v.optional(v.string()),
})
export type ReviewItem = v.InferOutput<typeof ReviewItem>

export const ReviewQuery = v.object({
  kind: v.optional(v.picklist(reviewKinds, `must be one of ${reviewKinds.join(', ')}`)),
  category: v.optional(category),
  ...listRange(),
})

/** What can be decided about a name that people use for a term: the kind of alias that it becomes. */
export const aliasActions = { add: 'alias', add_misspelling: 'misspelling', add_discouraged: 'discouraged' } as const
export type AliasAction = keyof typeof aliasActions

export const reviewActions = [
  'accept',
  'decline',
  'dismiss',
  'uphold',
  'confirm',
  'claim',
  'current',
  'add',
  'add_misspelling',
  'add_discouraged',
  'refuse',
] as const
export type ReviewAction = (typeof reviewActions)[number]

const ids = {
  term_id: v.optional(uuid),
  other_id: v.optional(uuid),
  proposal_id: v.optional(uuid),
  dispute_id: v.optional(uuid),
  learned_id: v.optional(uuid),
  language: v.optional(languageTag),
}

/** What an action is about: a term, a proposal, a dispute, a learned name, or two terms that look like duplicates. */
export const ReviewTarget = v.pipe(
  v.object(ids),
  v.check(
    ({ term_id, other_id, proposal_id, dispute_id, learned_id, language }) =>
      [term_id, proposal_id, dispute_id, learned_id].filter(Boolean).length === 1 &&
      !((other_id || language) && !term_id) &&
      !(other_id && language),
    'must have a term_id (for duplicates with an other_id), a proposal_id, a dispute_id or a learned_id',
  ),
)
export type ReviewTarget = v.InferOutput<typeof ReviewTarget>

/** How many items a request decides about. */
export const maxItems = 200

export const BulkReview = v.strictObject({
  action: v.picklist(reviewActions, `must be one of ${reviewActions.join(', ')}`),
  items: list(ReviewTarget, { min: 1, max: maxItems }),
  /** for whoever proposed or reported what is declined */
  note: v.nullish(note),
})

export const bulkActions = ['confirm', 'promote', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

const BulkSet = v.pipe(
  v.strictObject({
    category: v.optional(v.nullable(category)),
    owner_id: v.optional(v.nullable(uuid)),
    in_texts: content.in_texts.edited,
  }),
  v.check(
    (set) => Object.values(set).some((value) => value !== undefined),
    'must have a category, an owner_id or in_texts',
  ),
)
export type BulkSet = v.InferOutput<typeof BulkSet>

/** What is set in several terms, where null removes it, or what is done with them. */
export const BulkEdit = v.pipe(
  v.strictObject({
    ids: list(uuid, { min: 1, max: maxItems }),
    set: v.optional(BulkSet),
    action: v.optional(v.picklist(bulkActions, `must be one of ${bulkActions.join(', ')}`)),
  }),
  v.check(({ set, action }) => !set !== !action, 'must have either set or action'),
)
export type BulkEdit = v.InferOutput<typeof BulkEdit>

const outcomes = ['done', 'conflict', 'refused', 'gone'] as const

/** What became of an item: `gone` if nobody can decide about it any more, because someone has. */
export const ReviewResult = v.object({ ...ids, outcome: v.picklist(outcomes), detail: v.nullable(v.string()) })
export type ReviewResult = v.InferOutput<typeof ReviewResult>

export const BulkReviewResult = v.object({ results: v.array(ReviewResult) })

/** A suggestion that an editor dismissed. Its ID is that of the term, before and after. */
export const Dismissed = v.object({
  id: uuid,
  name: v.string(),
  full_name: v.nullable(v.string()),
  dismissed_by: Person,
  dismissed_at: timestamp,
})
export type Dismissed = v.InferOutput<typeof Dismissed>
