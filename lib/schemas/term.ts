import * as v from 'valibot'
import { category, ofContent } from './content.ts'
import { listRange } from './list.ts'
import { integer, whole } from './numbers.ts'
import { inverseKinds, relationKinds, relationWords } from './relations.ts'
import { query, text, time, timestamp, uuid } from './text.ts'
import { lang, ShownTranslation } from './translation.ts'
import { Person } from './user.ts'

export const statuses = ['suggested', 'pending', 'community', 'official'] as const
export const Status = v.picklist(statuses, `must be one of ${statuses.join(', ')}`)
export type Status = v.InferOutput<typeof Status>

const sources = ['user', 'slack', 'discovery', 'import'] as const

/** What an open dispute took from a term. */
export const BeforeDispute = v.object({ status: Status, vote_count: whole })

/** Why a term is known to be wrong: the reasons of reports that were upheld. */
export const NeedsCorrection = v.object({ reasons: v.array(v.object({ text: v.string(), created_at: timestamp })) })

/** How many relations a term can say itself. */
export const maxRelations = 20
export const RelationKind = v.picklist(relationKinds, `must be one of ${relationKinds.join(', ')}`)
export type RelationKind = v.InferOutput<typeof RelationKind>

/** Another term, and how it is related to the one that has this. */
export const Relation = v.object({
  kind: v.pipe(
    v.picklist([...relationKinds, ...inverseKinds]),
    v.description(
      `What the other term is: ${Object.entries(relationWords)
        .map(([kind, { meaning }]) => `\`${kind}\` ${meaning}`)
        .join(', ')}.`,
    ),
  ),
  is_agreed: v.pipe(
    v.boolean(),
    v.description(
      'Whether the other term shows it, too. What somebody says of a term that they may not edit stands beside their own term, until somebody agrees who may.',
    ),
  ),
  term: v.object({ id: uuid, name: v.string(), full_name: v.nullable(v.string()), status: Status }),
})
export type Relation = v.InferOutput<typeof Relation>

/** The relations of a term, which lists do not have. */
export const related = {
  relations: v.pipe(
    v.array(Relation),
    v.description(
      'How the term is related to others, at most 20 of each kind, the most trusted first; absent in lists.',
    ),
  ),
  relations_total: v.optional(
    v.pipe(
      v.object(
        v.entriesFromList(inverseKinds, v.optional(v.pipe(whole, v.description('The number of all of this kind.')))),
      ),
      v.description('How many relations there are of the kinds of which there are more.'),
    ),
  ),
}

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
  relations: v.optional(related.relations),
  relations_total: related.relations_total,
  translation: v.optional(
    v.pipe(
      v.nullable(ShownTranslation),
      v.description('What the term says in the language that was chosen: null if nothing, absent if none was chosen.'),
    ),
  ),
})
export type Term = Omit<v.InferOutput<typeof Term>, 'translation'> & { translation?: ShownTranslation | null }

/** A term of an export, with the names of those that it says it is related to. */
export const TermInFile = v.object({
  ...v.omit(Term, ['relations', 'relations_total']).entries,
  translations: v.optional(
    v.pipe(v.array(ShownTranslation), v.description('What the term says in the other languages of the glossary.')),
  ),
  ...v.entriesFromList(
    relationKinds,
    v.pipe(
      v.array(v.string()),
      v.description('What files call the terms: `name`, `name (category)` or `name (full name)`.'),
    ),
  ),
})

/** A relation with the beginning of the other definition. */
export type ShownRelation = Omit<Relation, 'term'> & { term: Relation['term'] & { definition?: string } }

/** The relations of a term, and how many there are of the kinds of which it has more. */
export type Relations = Pick<Term, 'relations_total'> & { relations: ShownRelation[] }

/** A term with its relations, which lists do not have. */
export type RelatedTerm = Omit<Term, 'relations'> & Relations

export const ByRelation = v.object({ id: uuid, kind: RelationKind, other_id: uuid })

/** What another term says of the one that a page is about. */
export const SaidByOther = v.pick(ByRelation, ['kind', 'other_id'])

export const RelationQuery = v.object({
  kind: v.optional(Relation.entries.kind),
  is_agreed: v.optional(
    v.pipe(
      v.boolean('must be true or false'),
      v.description('False returns only what other terms say of this one and nobody has agreed to or refused so far.'),
    ),
  ),
  ...listRange({ maxLimit: 200 }),
})
export type RelationQuery = v.InferOutput<typeof RelationQuery>

/** A term; with `current_version`, its text and status are those of `version`, and everything else is as it is now. */
export const TermAtVersion = v.object({ ...Term.entries, current_version: v.optional(whole) })
export type TermVersion = Term & { current_version: number }

export const ByVersion = v.object({ lang, version: v.optional(integer(0, Number.MAX_SAFE_INTEGER)) })

export const note = text(500)

export const NewTerm = v.object(ofContent('added'))
export type NewTerm = v.InferOutput<typeof NewTerm>

export const TermEdit = v.object({ version: integer(1, 2_147_483_647), ...ofContent('edited'), note: v.nullish(note) })
export type TermEdit = v.InferOutput<typeof TermEdit>

export const TermUpdate = v.object({
  ...TermEdit.entries,
  /** upholds all open disputes of the term along with the change; only the owner and editors may */
  resolve_disputes: v.optional(v.boolean('must be true or false'), false),
})

export const Confirmation = v.pipe(
  v.record(v.string(), v.unknown(), 'must be an object'),
  v.check((body) => !('resolve_disputes' in body), 'must not have resolve_disputes: resolve the reports themselves'),
)

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

export const CountsByStatus = v.object(v.entriesFromList(statuses, whole))
type CountsByStatus = v.InferOutput<typeof CountsByStatus>
/** Counts of terms by status, of which those are absent that no term has, with all of them. */
export const countsOf = (found: Partial<CountsByStatus> | null): CountsByStatus => ({
  ...{ suggested: 0, pending: 0, community: 0, official: 0 },
  ...found,
})
/** How many terms there are in all statuses. */
export const totalOf = (counts: CountsByStatus): number => statuses.reduce((sum, status) => sum + counts[status], 0)

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
  lang,
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
  'translated',
  'translation_removed',
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

export const NewCategoryName = v.object({ name: category })

export const CategoryRename = v.object({ name: v.string(), changed: whole })
export type CategoryRename = v.InferOutput<typeof CategoryRename>
