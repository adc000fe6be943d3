import * as v from 'valibot'
import { auditActions } from './audit.ts'
import { category, contentFields } from './content.ts'
import { resolutions } from './dispute.ts'
import { list, listRange } from './list.ts'
import { whole } from './numbers.ts'
import { timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

export const inboxKinds = [
  'edited',
  'disputed',
  'dispute_resolved',
  'proposed',
  'proposal_decided',
  'stale',
  'ownership',
  'promoted',
  'followed',
  'wanted_added',
  'asked',
  'answered',
  'webhook_disabled',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** A term as others refer to it. */
export const TermName = v.object({ id: uuid, name: v.string() })
export type TermName = v.InferOutput<typeof TermName>

const optionalId = v.optional(uuid)
const optionalText = v.optional(v.nullable(v.string()))

/**
 * What happened. `action` is that of the audit log; sql/functions/inboxes.sql copies most other fields of its payload.
 */
export const InboxDetail = v.object({
  action: v.optional(v.picklist(auditActions)),
  /** those that an edit changed */
  fields: v.optional(v.array(v.picklist(contentFields))),
  /** statuses; IDs of owners; names of a category */
  from: optionalText,
  to: optionalText,
  reason: optionalText,
  note: optionalText,
  resolution: v.optional(v.picklist(resolutions)),
  /** whoever accepted the edit as a proposal */
  accepted_by: v.optional(Person),
  dispute_id: optionalId,
  proposal_id: optionalId,
  import_id: optionalId,
  webhook_id: optionalId,
  into: optionalId,
  into_name: v.optional(v.string()),
  source: v.optional(v.string()),
  version: v.optional(whole),
  vote_count: v.optional(whole),
  votes: v.optional(whole),
  /** of the webhook */
  host: v.optional(v.string()),
  /** the name that someone wanted */
  wanted: v.optional(v.string()),
  /** the first of the stale terms, the number of all that the entry is about, and whether the person owns them */
  terms: v.optional(v.array(TermName)),
  total: v.optional(whole),
  owned: v.optional(v.boolean()),
})
export type InboxDetail = v.InferOutput<typeof InboxDetail>

export const InboxEntry = v.object({
  id: uuid,
  kind: v.picklist(inboxKinds),
  /** null if it is about several terms; a deleted term keeps its name */
  term: v.nullable(TermName),
  actor: v.nullable(Person),
  detail: InboxDetail,
  created_at: timestamp,
  read_at: v.nullable(timestamp),
})
export type InboxEntry = v.InferOutput<typeof InboxEntry>

export const InboxQuery = v.object({ unread: v.optional(v.boolean('must be true or false')), ...listRange() })

const maxIds = 500

/** Which entries to mark as read: those with `ids`, or with `all` every one. */
export const ReadRequest = v.pipe(
  v.object({
    ids: v.optional(list(uuid, { max: maxIds, message: 'must be a list of IDs' })),
    all: v.optional(v.boolean('must be true or false'), false),
  }),
  v.check(({ ids, all }) => (ids === undefined) === all, 'must have ids or all'),
)

export const Unread = v.object({ unread: whole })

export const CategoryName = v.object({ name: category })

export const Follows = v.object({ terms: v.array(TermName), categories: v.array(v.string()) })
