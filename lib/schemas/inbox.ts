import * as v from 'valibot'
import { list } from './list.ts'
import { page, whole } from './page.ts'
import { category } from './term.ts'
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
  'webhook_disabled',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** A term as others refer to it. */
export const TermName = v.object({ id: uuid, name: v.string() })
export type TermName = v.InferOutput<typeof TermName>

export const InboxEntry = v.object({
  id: uuid,
  kind: v.picklist(inboxKinds),
  /** null if it is about several terms; a deleted term keeps its name */
  term: v.nullable(TermName),
  actor: v.nullable(Person),
  detail: v.record(v.string(), v.unknown()),
  created_at: timestamp,
  read_at: v.nullable(timestamp),
})
export type InboxEntry = v.InferOutput<typeof InboxEntry>

export const InboxQuery = v.object({
  unread: v.optional(v.boolean('must be true or false')),
  ...page({ defaultLimit: 50, maxLimit: 500 }),
})

const maxIds = 500

/** Which entries to mark as read: those with `ids`, or with `all` every one. */
export const ReadRequest = v.pipe(
  v.object({
    ids: v.optional(list(uuid, { max: maxIds, message: 'must be a list of IDs' })),
    all: v.optional(v.literal(true, 'must be true')),
  }),
  v.check(({ ids, all }) => (ids === undefined) !== (all === undefined), 'must have ids or all'),
)

export const Unread = v.object({ unread: whole })

export const CategoryName = v.object({ name: category })

export const Follows = v.object({ terms: v.array(TermName), categories: v.array(v.string()) })
export type Follows = v.InferOutput<typeof Follows>
