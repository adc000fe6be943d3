import { nextTurn } from '../app/next-turn.ts'
import type { Context } from '../context.ts'
import type { Changes } from '../glossary/texts.ts'
import type { Fault } from '../problem.ts'
import { maxRelations, type RelationKind } from '../schemas/term.ts'
import { batchesOf, type PackedList } from './packed.ts'

/** What a row of a file says of other terms: a list that is there is the whole list. */
export type RelatedRow = {
  row: number
  /** the ID of its term */
  id: string
  name: string
  says: Partial<Record<RelationKind, string[]>>
  /** whether it says nothing else that is new */
  isUnchanged: boolean
}

/** What became of the rows that say something of other terms. */
export type RelatedRows = {
  faults: Map<number, Fault>
  changes: Map<number, Changes>
  /** the rows of which nothing else has changed */
  updated: RelatedRow[]
  /** what is left out, because it is no name */
  left_out: string[]
}

/** How many relations a statement changes: each may walk through all that is above a term, and all must end within its time. */
const relatedAtOnce = 50

type Pair = { id: string; kind: RelationKind; other_id: string }
type Named = Omit<Pair, 'other_id'> & { row: number; text: string }
type Wanted = Named & Pair
type Current = Pair & { called: string }
type By = { actor_id: string | null; import_id: string }

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
 * Relates the terms of a file as its rows say, once all of them are stored (contract, section 20). A relation that holds both
 * ways does so if either row names it.
 *
 * @param tx a transaction, which is to be rolled back if there are faults
 * @param isForeign leaves out what is the name of no term, or of several, instead of refusing the row
 */
export async function relateRows(
  tx: Context['db'],
  rows: PackedList<RelatedRow>,
  by: By,
  isForeign = false,
): Promise<RelatedRows> {
  const faults = new Map<number, Fault>()
  const left_out: string[] = []
  const [current, wanted] = [new Pairs<Current>(), new Pairs<Wanted>()]
  for (const batch of rows.batches()) {
    const ids = batch.map(({ id }) => id)
    for (const each of await tx.many<Current>('import/read-relations', { ids })) current.add(each)
    const refuse = ({ row, kind, text }: Named, message: string) => {
      if (isForeign) left_out.push(text)
      else if (!faults.has(row)) faults.set(row, { path: kind, message })
    }
    for (const each of await readWanted(tx, batch, refuse)) wanted.add(each)
  }
  const changes = new Map<number, Changes>()
  const updated: RelatedRow[] = []
  const [ended, begun]: [Pair[], Wanted[]] = [[], []]
  for (const batch of rows.batches()) {
    await nextTurn() // Others are served between the parts of a file with many relations.
    for (const each of batch) {
      const { row, id, says, isUnchanged } = each
      for (const kind of Object.keys(says) as RelationKind[]) {
        const [had, has] = [current.of(id, kind), wanted.of(id, kind)]
        const lost = had.filter((pair) => !wanted.has(pair))
        const added = has.filter((pair) => !current.has(pair))
        ended.push(...lost)
        begun.push(...added)
        if (lost.length + added.length === 0) continue
        const change = { from: had.map(({ called }) => called), to: has.map(({ text }) => text) }
        changes.set(row, { ...changes.get(row), [kind]: change })
      }
      if (isUnchanged && changes.has(row)) updated.push(each)
    }
  }
  if (faults.size > 0) return { faults, changes, updated, left_out }
  const concerned = [...ended, ...begun].flatMap(({ id, other_id }) => [id, other_id])
  await lockTerms(tx, concerned)
  await relate(tx, by, ended, false)
  const outcomes = await relate(tx, by, begun, true)
  for (const [index, outcome] of outcomes.entries()) {
    const { row = 0, kind = '', text = '' } = begun[index] ?? {}
    const message = refusals[outcome]?.(text)
    if (message && !faults.has(row)) faults.set(row, { path: kind, message })
  }
  return { faults, changes, updated, left_out }
}

/** Finds the terms that rows name. @param refuse is told what is wrong with a name */
async function readWanted(
  tx: Context['db'],
  batch: readonly RelatedRow[],
  refuse: (named: Named, message: string) => void,
): Promise<Wanted[]> {
  const named = batch.flatMap(({ row, id, says }): Named[] =>
    Object.entries(says).flatMap(([kind, texts]) =>
      texts.map((text) => ({ row, id, kind: kind as RelationKind, text })),
    ),
  )
  const texts = [...new Set(named.map(({ text }) => text))]
  const ids = new Map<string, string[]>()
  for (const some of batchesOf(texts)) {
    const found = await tx.many<{ ids: string[] }>('import/find-called', { texts: some })
    for (const [index, text] of some.entries()) ids.set(text, found[index]?.ids ?? [])
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

/** Locks terms in the order of their IDs, as all do who change several, so that they cannot deadlock. */
export async function lockTerms(tx: Context['db'], ids: Iterable<string>): Promise<void> {
  const sorted = [...new Set(ids)].sort()
  for (const batch of batchesOf(sorted)) await tx.run('import/lock-terms', { ids: batch })
}

/** Begins or ends relations, one after the other. Returns what came of each. */
async function relate(tx: Context['db'], by: By, pairs: readonly Pair[], is_related: boolean): Promise<string[]> {
  const outcomes: string[] = []
  for (const some of batchesOf(pairs, relatedAtOnce)) {
    const changes = some.map(({ id, kind, other_id }) => ({ id, kind, other_id, is_related }))
    const rows = await tx.many<{ outcome: string }>('import/relate-terms', { changes, ...by })
    outcomes.push(...rows.map(({ outcome }) => outcome))
  }
  return outcomes
}
