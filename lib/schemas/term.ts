import * as v from 'valibot'
import { category, ofContent } from './content.ts'
import { listRange } from './list.ts'
import { integer, whole } from './numbers.ts'
import { query, text, time, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

export const statuses = ['suggested', 'pending', 'community', 'official'] as const
export const Status = v.picklist(statuses, `must be one of ${statuses.join(', ')}`)
export type Status = v.InferOutput<typeof Status>

const sources = ['user', 'slack', 'discovery', 'import'] as const

/** What an open dispute took from a term. */
export const BeforeDispute = v.object({ status: Status, vote_count: whole })

/** Why a term is known to be wrong: the reasons of reports that were upheld. */
export const NeedsCorrection = v.object({ reasons: v.array(v.object({ text: v.string(), created_at: timestamp })) })

/** The relations that a term says itself: it is not to be confused with, a kind or a part of, or replaced by another one. */
export const relationKinds = ['broader', 'differs_from', 'replaced_by'] as const
/** How many relations a term can say itself. */
export const maxRelations = 20
export const RelationKind = v.picklist(relationKinds, `must be one of ${relationKinds.join(', ')}`)
export type RelationKind = v.InferOutput<typeof RelationKind>

/** Another term, and how it is related to the one that has this. */
export const Relation = v.object({
  kind: v.pipe(
    v.picklist([...relationKinds, 'narrower', 'replaces']),
    v.description(
      'What the other term is: `differs_from` is not to be confused with this one, `broader` has it as a kind or a part, `narrower` is a kind or a part of it, `replaced_by` is to be used instead of it, `replaces` is the inverse.',
    ),
  ),
  term: v.object({ id: uuid, name: v.string(), full_name: v.nullable(v.string()), status: Status }),
})
export type Relation = v.InferOutput<typeof Relation>
export const relations = v.pipe(v.array(Relation), v.description('How the term is related to others; absent in lists.'))

export const Term = v.object({
  id: uuid,
  ...ofContent('shown'),
  status: Status,
  version: whole,
  vote_count: whole,
  open_disputes: whole,
  before_dispute: v.nullable(BeforeDispute),
  needs_correction: v.nullable(NeedsCorrection),
  owner: v.nullable(Person),
  is_stale: v.boolean(),
  last_confirmed_at: timestamp,
  source: v.picklist(sources),
  created_at: timestamp,
  updated_at: timestamp,
  relations: v.optional(relations),
})
export type Term = v.InferOutput<typeof Term>

/** A term of an export, with the names of those that it says it is related to. */
export const TermInFile = v.object({
  ...v.omit(Term, ['relations']).entries,
  ...v.entriesFromList(
    relationKinds,
    v.pipe(
      v.array(v.string()),
      v.description('What files call the terms: `name`, `name (category)` or `name (full name)`.'),
    ),
  ),
})

/** A relation with the beginning of the other definition. */
export type ShownRelation = Pick<Relation, 'kind'> & { term: Relation['term'] & { definition?: string } }

/** A term with its relations, which lists do not have. */
export type RelatedTerm = Omit<Term, 'relations'> & { relations: ShownRelation[] }

export const ByRelation = v.object({ id: uuid, kind: RelationKind, other_id: uuid })

/** A term; with `current_version`, its text and status are those of `version`, and everything else is as it is now. */
export const TermAtVersion = v.object({ ...Term.entries, current_version: v.optional(whole) })
export type TermVersion = Term & { current_version: number }

export const ByVersion = v.object({ version: v.optional(integer(0, Number.MAX_SAFE_INTEGER)) })

export const note = text(500)

export const NewTerm = v.object(ofContent('added'))
export type NewTerm = v.InferOutput<typeof NewTerm>

export const TermEdit = v.object({ version: integer(1, 2_147_483_647), ...ofContent('edited'), note: v.nullish(note) })
export type TermEdit = v.InferOutput<typeof TermEdit>

/** Upholds all open disputes of the term along with a change. Only the owner and editors may. */
const resolve_disputes = v.optional(v.boolean('must be true or false'), false)

export const TermUpdate = v.object({ ...TermEdit.entries, resolve_disputes })
export const Confirmation = v.object({ resolve_disputes })

export const Revert = v.object({
  version: integer(1, 2_147_483_647),
  to_version: integer(1, 2_147_483_647),
  note: v.nullish(note),
})

export const Merge = v.object({
  into: uuid,
  version: integer(1, 2_147_483_647),
  into_version: integer(1, 2_147_483_647),
})
export type Merge = v.InferOutput<typeof Merge>

export const CountsByStatus = v.object({ suggested: whole, pending: whole, community: whole, official: whole })

export const TermList = v.object({
  items: v.array(Term),
  total: whole,
  offset: whole,
  limit: whole,
  counts_by_status: CountsByStatus,
  did_you_mean: v.optional(v.array(v.string())),
})

export const sorts = ['name', 'updated', 'votes', 'confirmed'] as const
export type Sort = (typeof sorts)[number]

export const TermQuery = v.object({
  q: v.optional(query(200)),
  status: v.optional(Status),
  category: v.optional(category),
  stale: v.optional(v.boolean('must be true or false')),
  owner: v.optional(v.union([v.picklist(['me', 'none']), uuid], 'must be "me", "none" or a UUID')),
  sort: v.optional(v.picklist(sorts, `must be one of ${sorts.join(', ')}`)),
  order: v.optional(v.picklist(['asc', 'desc'], 'must be asc or desc')),
  updated_since: v.optional(time),
  ...listRange(),
})

export const Promotion = v.object({ note: v.nullish(note) })

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))

/** What would be missing without a term. */
export const Impact = v.object({
  named_in: described(
    v.object({
      total: described(whole, 'How many definitions name the term.'),
      terms: described(
        v.array(v.object({ id: uuid, name: v.string() })),
        'At most 10 of these terms, the most trusted first.',
      ),
    }),
    'The definitions that name the term.',
  ),
  relations: described(whole, 'The relations to other terms, in both directions.'),
  followers: described(whole, 'The people who follow the term.'),
  votes: described(whole, 'The votes for the term.'),
  proposals: described(whole, 'The open proposals for the term.'),
  disputes: described(whole, 'The open reports of a problem.'),
  names: described(v.array(v.string()), "The names that nobody would find any more, the term's own first."),
  looked_up: described(
    v.nullable(whole),
    'The lookups that the term answered in the last 90 days; null if they are not counted.',
  ),
})
export type Impact = v.InferOutput<typeof Impact>

const transitions = ['to_pending', 'to_community', 'to_official'] as const

export const VoteResult = v.object({
  vote_count: whole,
  status: Status,
  transition: v.nullable(v.picklist(transitions)),
  /** whether the caller's vote counts now */
  voted: v.boolean(),
})
export type VoteResult = v.InferOutput<typeof VoteResult>

export const historyActions = [
  'created',
  'updated',
  'status_changed',
  'disputed',
  'confirmed',
  'claimed',
  'reverted',
  'merged',
  'dispute_resolved',
  'related',
  'unrelated',
] as const

export const HistoryEntry = v.object({
  id: uuid,
  term_id: uuid,
  version: whole,
  action: v.picklist(historyActions),
  changes: v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() })),
  actor: v.nullable(Person),
  /** who accepted the edit, if `actor` had proposed it */
  accepted_by: v.nullable(Person),
  note: v.nullable(v.string()),
  created_at: timestamp,
})
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/** The new name of a category. */
export const NewCategoryName = v.object({ name: category })

export const CategoryRename = v.object({ name: v.string(), changed: whole })
export type CategoryRename = v.InferOutput<typeof CategoryRename>
