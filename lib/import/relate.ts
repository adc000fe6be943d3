import { nextTurn } from '../app/next-turn.ts'
import { batchesOf } from '../batches.ts'
import type { Context } from '../context.ts'
import {
  addRelations,
  type By,
  endRelations,
  findCircles,
  keepTerms,
  lockTerms,
  type Said,
} from '../glossary/relations-at-once.ts'
import type { Changes } from '../glossary/texts.ts'
import type { Fault } from '../problem.ts'
import { maxRelations, type RelationKind } from '../schemas/term.ts'
import type { PackedList } from './packed.ts'

type Tx = Context['db']

/** What a row of a file says of other terms: a list that is there is the whole list. */
export type RelatedRow = {
  row: number
  /** the ID of its term */
  id: string
  name: string
  says: Partial<Record<RelationKind, string[]>>
  /** whether it says nothing else that is new */
  isUnchanged: boolean
  /** whether its term is protected and stays as it is */
  isSpared: boolean
}

/** What became of the rows that say something of other terms. */
export type RelatedRows = {
  faults: Map<number, Fault>
  changes: Map<number, Changes>
  /** the rows of which nothing else has changed */
  updated: RelatedRow[]
  /** what is left out, because it is no name */
  left_out: string[]
  /** how many rows would change the relations of protected terms, which stay as they are */
  spared: number
}

type Pair = Said
type Named = Omit<Pair, 'other_id'> & { row: number; text: string }
type Wanted = Named & Pair
type Current = Pair & { called: string }

const refusals: Record<string, (text: string) => string> = {
  cycle: (text) => `names “${text}”, which would close a circle`,
  too_many_relations: (text) => `names “${text}”, but one of the two terms has ${maxRelations} relations already`,
  already_replaced: (text) => `names “${text}”, but the term is already replaced`,
  missing: (text) => `names “${text}”, which does not exist any more`,
}

/** Relations by their term and their kind, and which there are. */
class Pairs<P extends Pair> {
  readonly #lists = new Map<string, P[]>()
  readonly #keys = new Set<string>()

  add(pair: P) {
    const { id, kind, other_id } = pair
    const key = `${id} ${kind}`
    const list = this.#lists.get(key)
    if (list) list.push(pair)
    else this.#lists.set(key, [pair])
    this.#keys.add(`${key} ${other_id}`)
    if (kind === 'differs_from') this.#keys.add(`${other_id} ${kind} ${id}`)
  }

  has = ({ id, kind, other_id }: Pair) => this.#keys.has(`${id} ${kind} ${other_id}`)
  of = (id: string, kind: RelationKind): readonly P[] => this.#lists.get(`${id} ${kind}`) ?? []
}

/**
 * Keeps others from changing what the rows of a file are about to relate: the terms themselves, and the others as far
 * as that changes how many relations they say. All terms that a file names stay there.
 *
 * @param ids other terms that the import changes
 */
export async function lockRelated(tx: Tx, rows: PackedList<RelatedRow>, ids: Iterable<string>): Promise<void> {
  const [locked, kept] = [new Set(ids), new Set<string>()]
  for (const batch of rows.batches()) {
    for (const { id } of batch) locked.add(id)
    for (const { kind, other_id } of await readWanted(tx, batch)) {
      kept.add(other_id)
      if (kind === 'differs_from') locked.add(other_id)
    }
  }
  await keepTerms(tx, [...locked, ...kept])
  await lockTerms(tx, locked)
}

/**
 * Relates the terms of a file as its rows say, once all of them are stored (contract, section 20). A relation that
 * holds both ways does so if either row names it. Both terms show what is new.
 *
 * @param tx a transaction, which is to be rolled back if there are faults
 * @param isForeign leaves out what is the name of no term, or of several, instead of refusing the row
 */
export async function relateRows(
  tx: Tx,
  rows: PackedList<RelatedRow>,
  by: By,
  isForeign = false,
): Promise<RelatedRows> {
  const faults = new Map<number, Fault>()
  const left_out: string[] = []
  const refuse = ({ row, kind, text }: Named, message: string) => {
    if (isForeign) left_out.push(text)
    else if (!faults.has(row)) faults.set(row, { path: kind, message })
  }
  const [current, wanted] = [new Pairs<Current>(), new Pairs<Wanted>()]
  for (const batch of rows.batches()) {
    const ids = batch.map(({ id }) => id)
    for (const each of await tx.many<Current>('import/read-relations', { ids })) current.add(each)
    for (const each of await readWanted(tx, batch, refuse)) wanted.add(each)
  }
  const none = { faults, changes: new Map(), updated: [], left_out, spared: 0 }
  if (faults.size > 0) return none
  const lists = { current, wanted }
  const [ended, begun]: [Said[], Wanted[]] = [[], []]
  const spared = new Set<number>()
  for await (const { each, lost, added } of compare(rows, lists)) {
    if (each.isSpared) {
      if (lost.length + added.length > 0) spared.add(each.row)
      continue
    }
    ended.push(...lost)
    begun.push(...added)
  }
  await endRelations(tx, ended, by)
  const agreed = begun.map((each) => ({ ...each, is_agreed: true }))
  const outcomes = await addRelations(tx, agreed, by)
  const circles = await findCircles(
    tx,
    begun.filter((_, index) => outcomes[index] === 'done'),
  )
  const unchanged = new Set<Wanted>()
  for (const [index, each] of begun.entries()) {
    const outcome = circles.has(each) ? 'cycle' : (outcomes[index] ?? '')
    if (outcome === 'unchanged') unchanged.add(each)
    const message = refusals[outcome]?.(each.text)
    if (message && !faults.has(each.row)) faults.set(each.row, { path: each.kind, message })
  }
  return faults.size > 0 ? none : { ...none, spared: spared.size, ...(await readChanges(rows, lists, unchanged)) }
}

type Lists = { current: Pairs<Current>; wanted: Pairs<Wanted> }

/** Compares what rows say with what there is, a kind at a time. */
async function* compare(rows: PackedList<RelatedRow>, { current, wanted }: Lists) {
  for (const batch of rows.batches()) {
    await nextTurn() // Others are served between the parts of a file with many relations.
    for (const each of batch) {
      for (const kind of Object.keys(each.says) as RelationKind[]) {
        const [had, has] = [current.of(each.id, kind), wanted.of(each.id, kind)]
        const lost = had.filter((pair) => !wanted.has(pair))
        const added = has.filter((pair) => !current.has(pair))
        yield { each, kind, had, has, lost, added }
      }
    }
  }
}

/** What has changed in rows; what was there all the same, because the other term says it, is no change. */
async function readChanges(rows: PackedList<RelatedRow>, lists: Lists, unchanged: ReadonlySet<Wanted>) {
  const changes = new Map<number, Changes>()
  const updated: RelatedRow[] = []
  for await (const { each, kind, had, has, lost, added } of compare(rows, lists)) {
    if (each.isSpared || (lost.length === 0 && added.every((pair) => unchanged.has(pair)))) continue
    const change = { from: had.map(({ called }) => called), to: has.map(({ text }) => text) }
    if (each.isUnchanged && !changes.has(each.row)) updated.push(each)
    changes.set(each.row, { ...changes.get(each.row), [kind]: change })
  }
  return { changes, updated }
}

/** Finds the terms that rows name. @param refuse is told what is wrong with a name */
async function readWanted(
  tx: Tx,
  batch: readonly RelatedRow[],
  refuse: (named: Named, message: string) => void = () => {},
): Promise<Wanted[]> {
  const named = batch.flatMap(({ row, id, says }): Named[] =>
    Object.entries(says).flatMap(([kind, texts]) =>
      texts.map((text) => ({ row, id, kind: kind as RelationKind, text })),
    ),
  )
  const texts = [...new Set(named.map(({ text }) => text))]
  const ids = new Map<string, string[]>()
  for (const some of batchesOf(texts)) {
    for (const found of await tx.many<{ text: string; ids: string[] }>('import/find-called', { texts: some }))
      ids.set(found.text, found.ids)
  }
  return named.flatMap((each) => {
    const { text } = each
    const [other_id, ...others] = ids.get(text) ?? []
    const message = !other_id
      ? `names “${text}”, and no term is called so`
      : others.length > 0
        ? `names “${text}”, which is the name of several terms. Add the category or the full name: “${text} (…)”`
        : other_id === each.id
          ? `names “${text}”, which is the term itself`
          : undefined
    if (message) refuse(each, message)
    return message || !other_id ? [] : [{ ...each, other_id }]
  })
}
