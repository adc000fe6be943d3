import { createFairQueue } from '../app/fair-queue.ts'
import type { Db } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { type Fault, Problem } from '../problem.ts'
import type { ImportResult } from '../schemas/import.ts'
import { describeLeftOut, type Guess } from './guess.ts'
import { type PlannedRow, planImport, withRelations } from './plan.ts'
import { type FileOptions, type ImportFile, type ReadTable, readFile } from './read-file.ts'
import { storeImport, totalsAfter } from './store.ts'

/** How often an import starts again because other people have changed the same terms. */
const attempts = 3

/** A process imports one file at a time, because each takes much memory (contract, section 18). */
const queue = createFairQueue()

/** The result of an import, whose rows also have their cells. */
export type FileResult = Omit<ImportResult, 'rows'> & { rows: PlannedRow[]; table: ReadTable }

/**
 * Imports a file, or says what an import would do (contract, section 15).
 *
 * @param actor who imports it; null for the command line
 * @returns the result. If a row failed and `on_error` is `stop`, nothing is stored and `import_id` is null, as in a
 *   dry run
 * @throws Problem `insufficient_role` if statuses are to be trusted for someone who is no admin, `validation_failed` if
 *   the file cannot be read, or `import_conflict`
 */
export async function importFile(
  { db }: Db,
  actor: Actor | null,
  file: ImportFile,
  options: FileOptions,
): Promise<FileResult> {
  if (options.trust_status && actor && actor.role !== 'admin')
    throw new Problem('insufficient_role', { detail: 'Only admins can import statuses.' })
  const sender = actor?.id ?? ''
  return queue.run(sender, () => importInTurn({ db }, actor, file, options))
}

async function importInTurn(
  { db }: Db,
  actor: Actor | null,
  file: ImportFile,
  options: FileOptions,
): Promise<FileResult> {
  const table = await readAsKnown({ db }, actor, file, options)
  const refused = new Map<number, Fault>()
  for (let attempt = 1; ; attempt++) {
    const plan = await planImport({ db }, table, options, refused)
    const { totals, changes, related } = plan
    const result = { dry_run: options.dry_run, ...describeReading(table), table }
    if (isStopped(totals, options) || (options.dry_run && !related))
      return { ...result, totals, import_id: null, rows: plan.rows.map(withoutNewId) }
    const source = {
      actorId: actor?.id ?? null,
      fileName: options.file_name ?? null,
      format: table.format,
      isForeign: table.isForeign === true,
    }
    try {
      const stored = await storeImport({ db }, source, totals, changes, related, options.dry_run)
      const rows = withRelations(plan.rows, stored.related)
      if (stored.related.faults.size === 0)
        return {
          ...result,
          ...describeReading(withGuesses(table, describeLeftOut(stored.related.left_out))),
          totals: totalsAfter(totals, stored.related),
          import_id: stored.id,
          rows: options.dry_run ? rows.map(withoutNewId) : rows,
        }
      // Other rows may name the terms of those that fail now.
      for (const [row, fault] of stored.related.faults) refused.set(row, fault)
      attempt--
    } catch (error) {
      const isConflict = error instanceof Problem && error.code === 'import_conflict'
      if (!isConflict || attempt === attempts) throw error
    }
  }
}

const withGuesses = ({ columns, ...table }: ReadTable, guesses: readonly Guess[]): ReadTable => ({
  ...table,
  columns: { ...columns, guesses: [...columns.guesses, ...guesses] },
})

/** How many rows tell whether the glossary has their texts as definitions. */
const maxCompared = 500

/** Reads a file. A column whose texts the glossary has as definitions is not taken for the full name. */
async function readAsKnown(
  { db }: Db,
  actor: Actor | null,
  file: ImportFile,
  options: FileOptions,
): Promise<ReadTable> {
  const read = (chosen: FileOptions) => readFile(actor?.id ?? '', file, chosen)
  const table = await read(options)
  const { positions, guesses } = table.columns
  const { name = -1, full_name = -1, definition } = positions
  if (definition !== undefined || !guesses.some(({ key }) => key === 'texts')) return table
  const rows: { name: unknown; text: unknown }[] = []
  for (const batch of table.batches) {
    rows.push(...batch.map(({ cells }) => ({ name: cells[name], text: cells[full_name] })))
    if (rows.length >= maxCompared) break
  }
  const found = await db.one<{ are_definitions: boolean }>('import/are-definitions', { rows })
  const { reversed = [] } = options
  return found?.are_definitions ? read({ ...options, reversed: [...reversed, 'texts'] }) : table
}

/** How a file was read, as the result of an import says it. */
export const describeReading = ({
  encoding,
  delimiter,
  skipped_lines,
  columns: { used, ignored, guesses },
}: ReadTable): Pick<ImportResult, 'columns' | 'source'> => ({
  columns: { used, ignored },
  source: { encoding, delimiter, skipped_lines, guesses: guesses.map(({ text }) => text) },
})

/** Whether failed rows keep the others from being stored. */
export const isStopped = ({ failed }: ImportResult['totals'], { on_error }: Pick<FileOptions, 'on_error'>): boolean =>
  failed > 0 && on_error === 'stop'

/** A new term that was not stored has no ID. */
const withoutNewId = (row: PlannedRow) => (row.outcome === 'created' ? { ...row, term_id: null } : row)
