import * as v from 'valibot'
import { note } from './term.ts'
import { timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

export const resolutions = ['upheld', 'dismissed', 'withdrawn'] as const
export type Resolution = (typeof resolutions)[number]

export const Dispute = v.object({
  id: uuid,
  term_id: uuid,
  reasons: v.array(v.object({ text: v.string(), created_at: timestamp })),
  opened_by: Person,
  opened_at: timestamp,
  resolved_by: v.nullable(Person),
  resolved_at: v.nullable(timestamp),
  resolution: v.nullable(v.picklist(resolutions)),
  note: v.nullable(v.string()),
})
export type Dispute = v.InferOutput<typeof Dispute>

export const NewDispute = v.object({ reason: v.nullish(note) })

export const DisputeResolution = v.object({
  resolution: v.picklist(resolutions, `must be one of ${resolutions.join(', ')}`),
  note: v.nullish(note),
})
