import type { Context, Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import { rankExpansions } from '../discovery/suggestion.ts'
import { mayEditProtected } from '../glossary/revise.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import type { JsonText } from '../json-text.ts'
import { isMultilingual } from '../languages.ts'
import type { ListRange } from '../schemas/list.ts'
import { type Evidence, type ReviewItem, type ReviewKind, reviewKinds } from '../schemas/review.ts'
import type { Term } from '../schemas/term.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** How long editors leave a stale term to its owner. */
const ownerDays = 28

/** Counts the pending terms, which *All terms* lists for those who approve them. */
export const countPending = async ({ db }: Db): Promise<number> =>
  (await db.one<{ total: number }>('review/count-pending', {}))?.total ?? 0

/** The number of items of each kind; kinds without items are absent. */
export type ReviewCounts = Partial<Record<ReviewKind, number>>

type Row = {
  counts: ReviewCounts
  kind: ReviewKind
  since: string
  term: JsonText<Term>
  other: JsonText<Term> | null
  proposal: ReviewItem['proposal']
  disputes: ReviewItem['disputes']
  evidence: Evidence | null
  learned: Pick<ReviewItem, 'id' | 'name' | 'people'> | null
  language: string | null
}

export type Selection = {
  kind?: ReviewKind | undefined
  category?: string | undefined
  /** what concerns these terms */
  term_id?: string | undefined
  other_id?: string | undefined
}

/**
 * Lists what waits for a decision, oldest first. Editors see everything, but a stale term that has an owner only after
 * 28 days; others see what concerns their own terms. Duplicates are grouped by name: an item has the first two of its
 * meanings that may be one.
 *
 * @param options `countsAll`: whether to count the other kinds, too, if only one is asked for
 * @returns also the number of items of each kind that was read, in the category
 */
export async function listReview(
  { db, settings }: Needs,
  actor: Pick<Actor, 'id' | 'role'>,
  { kind, category, term_id, other_id }: Selection,
  range: ListRange,
  { countsAll = false } = {},
): Promise<Slice<ReviewItem> & { counts: ReviewCounts }> {
  const rows = await db.many<Row | { kind: null; counts: ReviewCounts }>('review/list-queue', {
    actor_id: actor.id,
    is_editor: isEditor(actor),
    owner_days: ownerDays,
    kind: kind ?? null,
    kinds: kind && !countsAll ? [kind] : kindsOf(settings),
    languages: settings.languages.slice(1),
    edits_protected: mayEditProtected(settings, actor),
    category: category ?? null,
    term_id: term_id ?? null,
    other_id: other_id ?? null,
    wanted: settings.wanted,
    ...range,
  })
  const counts = rows[0]?.counts ?? {}
  const total = kind ? (counts[kind] ?? 0) : Object.values(counts).reduce((a, b) => a + b, 0)
  const items = rows.filter((row): row is Row => row.kind !== null).map(toItem)
  return { items, total, counts }
}

const kindsOf = (settings: Needs['settings']) =>
  isMultilingual(settings) ? reviewKinds : reviewKinds.filter((kind) => kind !== 'translation')

/**
 * Counts what people wait for: suggestions, disputes and proposals, and the caller's own stale terms. It is fast enough
 * for every page, unlike finding terms without owner and duplicates.
 */
export async function countWaiting({ db }: Db, actor: Pick<Actor, 'id' | 'role'>): Promise<number> {
  const params = { actor_id: actor.id, is_editor: isEditor(actor) }
  const row = await db.one<{ waiting: number }>('review/count-waiting', params)
  return row?.waiting ?? 0
}

const toItem = ({ counts, term, other, evidence, learned, language, ...item }: Row): ReviewItem => ({
  ...learned,
  ...(language !== null && { language }),
  ...item,
  evidence: evidence && { ...evidence, full_names: rankExpansions(evidence.full_names).slice(0, 5) },
  term: term.parse(),
  other: other?.parse() ?? null,
})
