import * as v from 'valibot'
import type { Context, Db } from '../../../lib/context.ts'
import { readRelatedTerms } from '../../../lib/glossary/relations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { countPending, listReview, type ReviewCounts, type Selection } from '../../../lib/review/queue.ts'
import type { QueueItem } from '../../../lib/review/undo.ts'
import type { Dispute } from '../../../lib/schemas/dispute.ts'
import { type ReviewItem, type ReviewKind, type ReviewTarget, reviewKinds } from '../../../lib/schemas/review.ts'
import type { RelatedTerm } from '../../../lib/schemas/term.ts'
import type { RefusedForm } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import type { ShownRows } from '../../../lib/web/term-rows.tsx'

const shape = new RegExp(
  String.raw`^(${reviewKinds.join('|')})((?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})+)\.(.+)$`,
  'su',
)

/** An item of the queue. A suggestion has the relations that its term says. */
export type ShownItem = ReviewItem & Partial<Pick<RelatedTerm, 'relations'>>

/** A form of an item that was refused, with the related terms that it had. */
export type RefusedItem = RefusedForm & { relations?: ShownRows }

async function withRelations(ctx: Db, items: readonly ReviewItem[]): Promise<ShownItem[]> {
  const suggested = items.filter(({ kind }) => kind === 'suggested').map(({ term }) => term.id)
  const related = new Map((await readRelatedTerms(ctx, suggested)).map((term) => [term.id, term.relations]))
  return items.map((item) => ({ ...item, relations: related.get(item.term.id) ?? [] }))
}

/** An item of the queue as a form names it. */
export type ItemKey = QueueItem

/** Returns the key of an item: of its reports, it has those that are open. */
export function keyOf({ kind, term, other, proposal, disputes, language, ...own }: ReviewItem): ItemKey {
  const objects = [term, other, proposal, ...openOf(disputes)].map((each) => each?.id)
  const ids = [...objects, own.id].filter((id) => id !== undefined)
  return { kind, ids, name: own.name ?? term.name, ...(language !== undefined && { language }) }
}

/** Those of an item's reports that nobody has decided about. */
export const openOf = (disputes: ReviewItem['disputes']): Dispute[] =>
  disputes?.filter(({ resolution }) => resolution === null) ?? []

/** Writes a key as text: "suggested.ID.SLA", or "translation.ID.de.SLA". */
export const writeKey = ({ kind, ids, name, language }: ItemKey): string =>
  [kind, ...ids, ...(language === undefined ? [] : [language]), name].join('.')

/**
 * The ID of an item's element, by which the keyboard and htmx find it. A suggestion keeps it when it is published with
 * related terms, whose IDs its key has from then on.
 */
export function elementId({ kind, ids, language }: Pick<ItemKey, 'kind' | 'ids' | 'language'>): string {
  const own = kind === 'suggested' ? ids.slice(0, 1) : ids
  return ['item', kind, ...own.map((id) => id.slice(0, 8)), ...(language === undefined ? [] : [language])].join('-')
}

export const ItemKey = v.pipe(
  v.string(),
  v.regex(shape, 'must be an item of the queue'),
  v.transform((text): ItemKey => {
    const [, kind, ids = '', name = ''] = shape.exec(text) ?? []
    const key = { kind: kind as ReviewKind, ids: ids.slice(1).split('.'), name }
    if (kind !== 'translation') return key
    const [language = '', ...rest] = name.split('.')
    return { ...key, language, name: rest.join('.') }
  }),
)

/** What a decision about an item is about; a disputed term has a target for each of its disputes. */
export function targetsOf({ kind, ids: [term_id = '', ...others], language }: ItemKey): ReviewTarget[] {
  if (kind === 'disputed') return others.map((dispute_id) => ({ dispute_id }))
  if (kind === 'alias') return others.map((learned_id) => ({ learned_id }))
  if (kind === 'proposed') return others.map((proposal_id) => ({ proposal_id }))
  if (kind === 'duplicate') return others.map((other_id) => ({ term_id, other_id }))
  return [{ term_id, ...(language !== undefined && { language }) }]
}

/**
 * Reads the page of the queue that starts at an offset, the number of items of each kind, the existing categories, and
 * the number of pending terms.
 */
export async function readQueue(ctx: Pick<Context, 'db' | 'settings'>, actor: Actor, selection: Selection, offset = 0) {
  let counts: ReviewCounts = {}
  const listing = await readListing(offset, async (range) => {
    const found = await listReview(ctx, actor, selection, range, { countsAll: true })
    counts = found.counts
    return { ...found, items: await withRelations(ctx, found.items) }
  })
  const [categories, pending] = await Promise.all([listCategories(ctx), countPending(ctx)])
  return { ...listing, counts, categories, pending }
}

/** Finds the item with a key, if it still waits for a decision or does so again. */
export async function findItem(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  { kind, ids, language }: ItemKey,
): Promise<ShownItem | undefined> {
  const [term_id, other_id] = ids
  const selection = { kind, term_id, other_id: kind === 'duplicate' ? other_id : undefined }
  const found = await listReview(ctx, actor, selection, { limit: 50, offset: 0 })
  const items = await withRelations(ctx, found.items)
  if (language !== undefined) return items.find((each) => each.language === language)
  // A term that has more or fewer disputes than before has another key now.
  return items.find((each) => keyOf(each).ids.join() === ids.join()) ?? items[0]
}
