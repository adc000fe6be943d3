import { nextTurn } from '../app/next-turn.ts'
import type { Db } from '../context.ts'
import type { Fault } from '../problem.ts'
import type { ImportedRow, ImportTotals } from '../schemas/import.ts'
import { relationKinds } from '../schemas/term.ts'
import { type Columns, requireName } from './columns.ts'
import { type Counterparts, createDecider, type RowDecision, type TermToStore } from './decide.ts'
import { correct, meaningsIn, noEdits, split } from './edits.ts'
import { createPackedList, type PackedList } from './packed.ts'
import type { FileOptions, ReadTable } from './read-file.ts'
import type { RelatedRow, RelatedRows } from './relate.ts'
import { unreadable } from './table.ts'
import { type ReadRow, type RowValues, readRow } from './values.ts'

/** How many rows a result lists of those that failed, and of the others. */
const maxListed = 1000

/** A row of the result, with what a page shows to correct it. */
export type PlannedRow = ImportedRow & {
  cells: ReadRow['cells']
  /** the meanings that the row can be split into */
  meanings: string[]
  /** how many meanings the glossary already has for the name of a new term */
  known_meanings: number
}

/** The terms that an import creates and changes; none in a dry run. */
export type ChangedTerms = Record<'created' | 'updated', PackedList<TermToStore>>

/** What an import of a file would do. */
type Plan = {
  totals: ImportTotals
  columns: Columns
  /** the new and changed terms, each in the order of the file */
  changes: ChangedTerms
  /** what rows say of other terms; null if the file has no such column */
  related: PackedList<RelatedRow> | null
  /** the first rows that are not unchanged, failed ones first */
  rows: PlannedRow[]
}

/**
 * Decides about each row of a file. Nothing is stored.
 *
 * @param refused what is wrong with rows that no decision knows about
 * @throws Problem `validation_failed` if the file cannot be read
 */
export async function planImport(
  { db }: Db,
  table: ReadTable,
  options: FileOptions,
  refused: ReadonlyMap<number, Fault> = new Map(),
): Promise<Plan> {
  const { columns } = table
  requireName(table.headers, columns)
  const { edits = noEdits } = options
  const { match } = options
  const decide = createDecider({ match, ...table, keepsTerms: edits.keepsTerms })
  const saysRelations = relationKinds.some((kind) => columns.positions[kind] !== undefined)
  const { record, result } = createRecord(!options.dry_run || saysRelations)
  for (const batch of table.batches) {
    const reads = batch
      .map((row) => readRow(correct(row, columns, edits), columns, options))
      .flatMap((read) => (edits.splits.has(read.row) ? split(read) : [read]))
    const matches = await findMatches({ db }, reads)
    for (const [index, read] of reads.entries())
      record(read, decideRow(read, matches[index], decide, refused), matches[index])
    await nextTurn() // other requests
  }
  const { totals, changes, related, rows } = result()
  if (Object.values(totals).every((total) => total === 0)) throw unreadable('has no rows.')
  return { totals, columns, changes, related: saysRelations ? related : null, rows }
}

/** Collects the decisions about all rows. */
function createRecord(keepsChanges: boolean) {
  const totals = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  const changes: ChangedTerms = { created: createPackedList(), updated: createPackedList() }
  const related = createPackedList<RelatedRow>()
  const [refused, accepted]: [PlannedRow[], PlannedRow[]] = [[], []]
  return {
    record(read: ReadRow, decision: RowDecision, match: Counterparts | undefined) {
      const { outcome, change } = decision
      totals[outcome]++
      if (change && keepsChanges) changes[change.version === 0 ? 'created' : 'updated'].add(change)
      const says = relationsIn(read, decision)
      if (says) related.add(says)
      const list = outcome === 'failed' ? refused : accepted
      if (outcome !== 'unchanged' && list.length < maxListed) list.push(toListed(read, decision, match))
    },
    result: () => ({ totals, changes, related, rows: [...refused, ...accepted].slice(0, maxListed) }),
  }
}

function decideRow(
  { row, values, errors }: ReadRow,
  match: Counterparts | undefined,
  decide: ReturnType<typeof createDecider>,
  refused: ReadonlyMap<number, Fault>,
): RowDecision {
  const fault = refused.get(row)
  if (fault) return { outcome: 'failed', term_id: null, errors: [fault] }
  if (errors.length > 0) return { outcome: 'failed', term_id: null, errors }
  return values && match ? decide(row, values, match) : { outcome: 'skipped', term_id: null, errors: [] }
}

/** What a row says of other terms, if it is stored. */
function relationsIn(
  { row, values }: ReadRow,
  { outcome, term_id, change, isKept }: RowDecision,
): RelatedRow | undefined {
  const id = change?.id ?? term_id
  const says = relationKinds.flatMap((kind) => (values?.[kind] ? [[kind, values[kind]]] : []))
  const isStored = ['created', 'updated', 'unchanged'].includes(outcome) && !isKept
  if (!id || !values || !isStored || says.length === 0) return undefined
  const isUnchanged = outcome === 'unchanged'
  return { row, id, name: values.name, says: Object.fromEntries(says), isUnchanged }
}

/** Looks up what the glossary has for each row; undefined for those that cannot be read. */
export async function findMatches({ db }: Db, reads: readonly ReadRow[]): Promise<(Counterparts | undefined)[]> {
  const readable = reads.flatMap(({ values }) => (values ? [toKeys(values)] : []))
  if (readable.length === 0) return []
  const matches = (await db.many<Counterparts>('import/match-terms', { rows: readable })).values()
  return reads.map(({ values }) => (values ? matches.next().value : undefined))
}

function toKeys(values: RowValues) {
  const { id, name, full_name, definition, category, aliases, misspellings, discouraged } = values
  const names = [aliases, misspellings, discouraged].flatMap((list) => list ?? [])
  return { id, name, full_name, definition, category, names }
}

function toListed(
  { row, cells, values, meanings }: ReadRow,
  decision: RowDecision,
  match: Counterparts | undefined,
): PlannedRow {
  const { outcome, term_id, errors, change } = decision
  return {
    row,
    outcome,
    errors,
    cells,
    term_id: change?.id ?? term_id,
    name: values?.name ?? cells.name ?? null,
    changes: change?.changes ?? {},
    known_meanings: outcome === 'created' ? (match?.meanings ?? 0) : 0,
    meanings: meanings ?? (outcome === 'created' && values ? meaningsIn(values) : []),
  }
}

/** Rows with what became of their relations: those that were unchanged otherwise are listed, too. */
export function withRelations(rows: readonly PlannedRow[], { changes, updated }: RelatedRows): PlannedRow[] {
  const listed = rows.map((row) => ({ ...row, changes: { ...row.changes, ...changes.get(row.row) } }))
  const added = updated.map(
    ({ row, id, name }): PlannedRow => ({
      ...{ row, name, term_id: id, outcome: 'updated', changes: changes.get(row) ?? {} },
      ...{ errors: [], cells: {}, known_meanings: 0, meanings: [] },
    }),
  )
  return failedFirst([...listed, ...added].sort((a, b) => a.row - b.row))
}

/** The rows that a result lists. */
export function failedFirst<Row extends ImportedRow>(rows: readonly Row[]): Row[] {
  const isFailed = ({ outcome }: Row) => outcome === 'failed'
  return [...rows.filter(isFailed), ...rows.filter((row) => !isFailed(row))].slice(0, maxListed)
}
