import * as v from 'valibot'
import { ofContent } from './content.ts'
import { listRange } from './list.ts'
import { whole } from './numbers.ts'
import { note } from './term.ts'
import { timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

const proposalStatuses = ['open', 'accepted', 'declined', 'withdrawn'] as const

export const Proposal = v.object({
  id: uuid,
  term_id: uuid,
  base_version: whole,
  changes: v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() })),
  note: v.nullable(v.string()),
  status: v.picklist(proposalStatuses),
  proposed_by: Person,
  created_at: timestamp,
  decided_by: v.nullable(Person),
  decided_at: v.nullable(timestamp),
  decision_note: v.nullable(v.string()),
})
export type Proposal = v.InferOutput<typeof Proposal>

export const ProposalQuery = v.object({
  status: v.optional(v.picklist(proposalStatuses, `must be one of ${proposalStatuses.join(', ')}`)),
  term_id: v.optional(uuid),
  ...listRange(),
})

/**
 * `fields` has the final values of the fields that conflict with a newer version. Other fields are refused, not
 * ignored.
 */
export const Acceptance = v.strictObject({ fields: v.optional(v.looseObject(ofContent('edited'))) })
export type Acceptance = v.InferOutput<typeof Acceptance>

export const Refusal = v.strictObject({ note: v.nullish(note) })

/** Fields of a proposal that have changed since: their values then, now, and in the proposal. */
export const Conflicts = v.record(
  v.string(),
  v.object({ base: v.unknown(), current: v.unknown(), proposed: v.unknown() }),
)
export type Conflicts = v.InferOutput<typeof Conflicts>
