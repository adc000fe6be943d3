import { setImmediate } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { ImportedRow, ImportTotals } from '../schemas/import.ts'
import { assignColumns, type Columns } from './columns.ts'
import { type Change, createDecider, type Decision, failed, type Match } from './decide.ts'
import type { FileOptions } from './read-file.ts'
import { type Table, unreadable } from './table.ts'
import { type ReadRow, readRow } from './values.ts'

/** How many rows are looked up at a time. */
const batchSize = 500
/** How many rows a result lists of those that failed, and of the others. */
const maxListed = 1000

/** What an import of a file would do. */
export type Plan = {
  totals: ImportTotals
  columns: Columns
  /** the new and changed terms, in the order of the file */
  changes: Change[]
  /** the first rows that are not unchanged, failed ones first; those created have no ID yet */
  rows: (ImportedRow & { cells: ReadRow['cells'] })[]
}

/**
 * Decides about each row of a file. Nothing is stored.
 *
 * @throws Problem `validation_failed` if the file cannot be read
 */
export async function planImport(
  { db }: Pick<Context, 'db'>,
  table: Table,
  options: FileOptions,
): Promise<Plan> {
  const columns = assignColumns(table.headers, options.columns ?? {}, options)
  const decide = createDecider(options)
  const totals = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  const changes: Change[] = []
  const [refused, accepted]: [Plan['rows'], Plan['rows']] = [[], []]
  function record(read: ReadRow, decision: Decision) {
    const { outcome, change } = decision
    totals[outcome]++
    if (change) changes.push(change)
    const list = outcome === 'failed' ? refused : accepted
    if (outcome !== 'unchanged' && list.length < maxListed) list.push(toListed(read, decision))
  }
  for await (const batch of batches(table.rows)) {
    const reads = batch.map((row) => readRow(row, columns, options))
    const matches = await findMatches({ db }, reads)
    for (const read of reads) record(read, decideRow(read, matches.get(read.row), decide))
    await setImmediate() // other requests
  }
  if (Object.values(totals).every((total) => total === 0)) throw unreadable('has no rows.')
  return { totals, columns, changes, rows: [...refused, ...accepted].slice(0, maxListed) }
}

async function* batches<Item>(items: AsyncIterable<Item> | Iterable<Item>) {
  let batch: Item[] = []
  for await (const item of items) {
    if (batch.push(item) < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function decideRow(
  { row, values, errors }: ReadRow,
  match: Match | undefined,
  decide: ReturnType<typeof createDecider>,
): Decision {
  if (errors.length > 0) return { ...failed('', ''), errors }
  return values && match
    ? decide(row, values, match)
    : { outcome: 'skipped', term_id: null, errors: [] }
}

/** Looks up what the glossary has for each row that can be read, by the number of the row. */
async function findMatches({ db }: Pick<Context, 'db'>, reads: readonly ReadRow[]) {
  const readable = reads.flatMap(({ row, values }) => (values ? [{ row, values }] : []))
  const rows = readable.map(({ values }) => {
    const { id, name, full_name, category, aliases, misspellings, discouraged } = values
    const names = [name, ...[aliases, misspellings, discouraged].flatMap((list) => list ?? [])]
    return { id, name, full_name, category, names }
  })
  const matches = rows.length > 0 ? await db.many<Match>('imports/match', { rows }) : []
  return new Map(readable.map(({ row }, index) => [row, matches[index]]))
}

function toListed({ row, cells, values }: ReadRow, decision: Decision): Plan['rows'][number] {
  const { outcome, term_id, errors, change } = decision
  const name = values?.name ?? cells.name ?? null
  return {
    row,
    outcome,
    term_id: change?.id ?? term_id,
    name,
    changes: change?.changes ?? {},
    errors,
    cells,
  }
}
