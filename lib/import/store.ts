import { batchesOf, batchSize } from '../batches.ts'
import type { Context, Db } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import { lockTerms, restoreRelations } from '../glossary/relations-at-once.ts'
import { Problem } from '../problem.ts'
import type { FileFormat, ImportRecord, ImportTotals } from '../schemas/import.ts'
import type { ListRange } from '../schemas/list.ts'
import type { ProposedChange, TermToStore } from './decide.ts'
import type { PackedList } from './packed.ts'
import type { ChangedTerms } from './plan.ts'
import { lockRelated, type RelatedRow, type RelatedRows, relateRows } from './relate.ts'
import { translateTerms } from './translate.ts'
import type { TranslationToStore } from './translation-cells.ts'

/** What is recorded about an import. */
type ImportSource = {
  /** null for the command line */
  actorId: string | null
  /** who proposes what would change protected terms */
  proposerId: string | null
  fileName: string | null
  format: FileFormat
  /** whether names of other terms that are none are left out */
  isForeign: boolean
}

/** Rolls a transaction back in which only what would become of relations was to be found out. */
class RolledBack extends Error {
  readonly related: RelatedRows

  constructor(related: RelatedRows) {
    super('the import was only tried')
    this.related = related
  }
}

/**
 * Stores the changes of an import, with a history entry each, one audit event and one notification for each person whom
 * they concern, in one transaction.
 *
 * @param isTrial stores nothing, but says what would become of the relations
 * @returns the ID of the import, and what became of its relations: with faults, nothing is stored, and the ID is null
 * @throws Problem `import_conflict` if the terms have changed since the plan was made
 */
export async function storeImport(
  { db }: Db,
  { actorId, proposerId, fileName, format, isForeign }: ImportSource,
  totals: ImportTotals,
  { created, updated, proposed, translated }: ChangedTerms & { translated: PackedList<TranslationToStore> },
  relatedRows: PackedList<RelatedRow> | null,
  isTrial: boolean,
): Promise<{ id: string | null; related: RelatedRows }> {
  const start = { actor_id: actorId, file_name: fileName, format, totals, count_slot: countSlot() }
  try {
    const stored = await db.begin(async (tx) => {
      const started = await tx.one<{ id: string }>('import/start-import', start)
      if (!started) throw new Error('import/start-import returned no row')
      const by = { actor_id: actorId, import_id: started.id }
      const changed = [...idsIn(updated), ...idsIn(proposed), ...idsIn(translated)]
      await (relatedRows ? lockRelated(tx, relatedRows, changed) : lockTerms(tx, changed))
      await lockNames(tx, [created, updated])
      await addWords(tx, [created, updated])
      await storeBatches(tx, 'import/update-terms', updated, by)
      await storeBatches(tx, 'import/create-terms', created, by)
      await restoreRelations(tx, idsIn(created), by)
      await translateTerms(tx, translated, by)
      const related = relatedRows
        ? await relateRows(tx, relatedRows, by, isForeign)
        : { faults: new Map(), changes: new Map(), updated: [], left_out: [], spared: 0 }
      await storeProposals(tx, proposed, { ...by, actor_id: proposerId })
      if (isTrial || related.faults.size > 0) throw new RolledBack(related)
      await tx.run('import/finish-import', { ...by, totals: totalsAfter(totals, related) })
      await tx.run('import/notify', { ...by, action: 'import.completed' })
      return { id: started.id, related }
    })
    if (totals.created + totals.updated >= batchSize) await vacuum(db)
    return stored
  } catch (error) {
    if (error instanceof RolledBack) return { id: null, related: error.related }
    throw toConflict(error)
  }
}

/** Rows that only change relations are updated, too. */
export const totalsAfter = (totals: ImportTotals, { updated }: RelatedRows): ImportTotals => ({
  ...totals,
  unchanged: totals.unchanged - updated.length,
  updated: totals.updated + updated.length,
})

/** The import is stored already, and autovacuum comes later, if that fails. */
const vacuum = (db: Context['db']) => db.run('import/vacuum').catch(() => {})

const constraints = ['terms_meaning_key', 'term_names_key', 'name_meanings_limit', 'proposals_open_key']

/** Makes what the database says of a term that someone else has added a Problem. Returns other errors as they are. */
export const toConflict = (error: unknown): unknown =>
  constraints.some((constraint) => isViolation(error, constraint))
    ? new Problem('import_conflict', {}, { cause: error })
    : error

/** A slot of `term_counts` that no other transaction is likely to use. Those below 16 are for short ones. */
export const countSlot = () => String(16 + Math.floor(Math.random() * 100))

function* idsIn(list: PackedList<{ id: string }>) {
  for (const batch of list.batches()) for (const { id } of batch) yield id
}

const toWords = ({ name, full_name, aliases }: TermToStore) =>
  [name, full_name, ...aliases.map((alias) => alias.name)].join(' ')

type Lists = readonly PackedList<TermToStore>[]

function* allBatches<Each>(lists: readonly PackedList<Each>[]) {
  for (const list of lists) yield* list.batches()
}

/** In the order of their keys, in which all writers lock names, so that an import of many names cannot deadlock. */
async function lockNames(tx: Context['db'], lists: Lists) {
  const keys = new Set<string>()
  for (const batch of allBatches(lists)) {
    const names = batch.flatMap(toNames)
    for (const { key } of await tx.many<{ key: string }>('import/name-keys', { names })) keys.add(key)
  }
  for (const batch of batchesOf([...keys].sort())) await tx.run('import/lock-names', { keys: batch })
}

/** The names that get or lose a meaning. */
function toNames({ changes }: TermToStore) {
  const { from, to } = changes.name ?? {}
  return [from, to].filter((name) => typeof name === 'string')
}

/** In the order of the words, for the same reason. */
async function addWords(tx: Context['db'], lists: Lists) {
  const words = new Set<string>()
  for (const batch of allBatches(lists)) {
    const texts = batch.map(toWords)
    for (const { word } of await tx.many<{ word: string }>('import/new-words', { texts })) words.add(word)
  }
  for (const batch of batchesOf([...words].sort())) await tx.run('import/add-words', { words: batch })
}

async function storeBatches(
  tx: Context['db'],
  statement: 'import/create-terms' | 'import/update-terms',
  terms: PackedList<TermToStore>,
  by: { actor_id: string | null; import_id: string },
) {
  for (const batch of terms.batches()) {
    const result = await tx.one<{ stored: number }>(statement, { terms: batch, ...by })
    if (result?.stored !== batch.length) throw new Problem('import_conflict')
  }
}

async function storeProposals(
  tx: Context['db'],
  proposals: PackedList<ProposedChange>,
  by: { actor_id: string | null; import_id: string },
) {
  for (const batch of proposals.batches()) {
    const result = await tx.one<{ stored: number }>('import/create-proposals', { proposals: batch, ...by })
    if (result?.stored !== batch.length) throw new Problem('import_conflict')
  }
}

/** Lists the imports, newest first. */
export const listImports = ({ db }: Db, { limit, offset }: ListRange) =>
  db.slice<ImportRecord>('import/list-imports', { limit, offset })
