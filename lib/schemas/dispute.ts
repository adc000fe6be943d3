import * as v from 'valibot'
import { ofContent } from './content.ts'
import { note, TermEdit } from './term.ts'
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

export const NewDispute = v.strictObject({ reason: v.nullish(note) })

const { definition, full_name } = ofContent('edited')

/** The better text comes with `version`, the one that it is based on, and only if the report was right. */
export const DisputeResolution = v.pipe(
  v.strictObject({
    resolution: v.picklist(resolutions, `must be one of ${resolutions.join(', ')}`),
    note: v.nullish(note),
    definition,
    full_name,
    version: v.optional(TermEdit.entries.version),
  }),
  v.check(
    ({ resolution, ...input }) => resolution === 'upheld' || !hasText(input),
    'must be upheld if the text is corrected',
  ),
  v.check(
    ({ version, ...input }) => version !== undefined || !hasText(input),
    'must have the version that the corrected text is based on',
  ),
)
export type DisputeResolution = v.InferOutput<typeof DisputeResolution>

function hasText({ definition, full_name }: { definition?: unknown; full_name?: unknown }) {
  return definition !== undefined || full_name !== undefined
}
