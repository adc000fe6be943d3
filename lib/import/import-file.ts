import { createFairQueue } from '../app/fair-queue.ts'
import type { Context, Db } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { type Fault, Problem } from '../problem.ts'
import type { ImportResult } from '../schemas/import.ts'
import { describeLeftOut, describeSpared, describeTranslated, type Guess } from './guess.ts'
import { type PlannedRow, planImport, withRelations } from './plan.ts'
import {
  type FileOptions,
  type ImportFile,
  type ReadTable,
  readFile,
  readSentImport,
  type SentForm,
} from './read-file.ts'
import { storeImport, totalsAfter } from './store.ts'

type Needs = Db & { settings: Pick<Context['settings'], 'languages'> }

/** How often an import starts again because other people have changed the same terms. */
const attempts = 3

/** A process imports one file at a time, because each takes much memory (contract, section 18). */
const queue = createFairQueue()

/** The result of an import, whose rows also have their cells, and the number of protected terms that it changes. */
export type FileResult = Omit<ImportResult, 'rows'> & { rows: PlannedRow[]; table: ReadTable; replaced: number }

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
  { db, settings }: Needs,
  actor: Actor | null,
  file: ImportFile,
  given: FileOptions,
): Promise<FileResult> {
  const options = { ...given, languages: settings.languages }
  requireTrust(actor, options)
  const sender = actor?.id ?? ''
  const read = (chosen: FileOptions) => readFile(sender, file, chosen)
  return queue.run(sender, async () => importTable({ db }, actor, await readAsKnown({ db }, read, options), options))
}

/**
 * Imports the file in the form of the page, or says what an import would do.
 *
 * @param onSent is told what was sent, before it is imported
 * @throws Problem as importFile() does, or `malformed_request`
 */
export async function importForm(
  { db, settings: { languages } }: Needs,
  actor: Actor,
  form: { contentType: string; bytes: Uint8Array },
  onSent: (sent: SentForm) => void,
): Promise<FileResult> {
  return queue.run(actor.id, async () => {
    const sent = await readSentImport(actor.id, form, languages)
    onSent(sent)
    const { file } = sent
    const options = { ...sent.options, languages }
    requireTrust(actor, options)
    const read = (chosen: FileOptions) => (chosen === options ? sent.read() : readFile(actor.id, file, chosen))
    return importTable({ db }, actor, await readAsKnown({ db }, read, options), options)
  })
}

/** @throws Problem `insufficient_role` if statuses are to be trusted for someone who is no admin */
function requireTrust(actor: Actor | null, { trust_status }: FileOptions) {
  if (trust_status && actor && actor.role !== 'admin')
    throw new Problem('insufficient_role', { detail: 'Only admins can import statuses.' })
}

async function importTable(
  { db }: Db,
  actor: Actor | null,
  table: ReadTable,
  options: FileOptions,
): Promise<FileResult> {
  const refused = new Map<number, Fault>()
  for (let attempt = 1; ; attempt++) {
    const proposerId = options.proposerId ?? actor?.id ?? null
    const plan = await planImport({ db }, table, options, proposerId, refused)
    const { totals, changes, related, translated, spared, replaced } = plan
    const result = { dry_run: options.dry_run, table, replaced }
    if (isStopped(totals, options) || (options.dry_run && !related)) {
      const reading = describeReading(withGuesses(table, [...describeSpared(spared), ...describeTranslated(plan)]))
      return { ...result, ...reading, totals, import_id: null, rows: plan.rows.map(withoutNewId) }
    }
    const source = {
      actorId: actor?.id ?? null,
      proposerId,
      fileName: options.file_name ?? null,
      format: table.format,
      isForeign: table.isForeign === true || table.columns.isForeign,
    }
    try {
      const stored = await storeImport({ db }, source, totals, { ...changes, translated }, related, options.dry_run)
      const rows = withRelations(plan.rows, stored.related)
      const { left_out, spared: sparedRelations } = stored.related
      const guesses = [
        ...describeLeftOut(left_out),
        ...describeSpared(spared + sparedRelations),
        ...describeTranslated(plan),
      ]
      if (stored.related.faults.size === 0)
        return {
          ...result,
          ...describeReading(withGuesses(table, guesses)),
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

/** A table, with what else was decided. */
export const withGuesses = ({ columns, ...table }: ReadTable, guesses: readonly Guess[]): ReadTable => ({
  ...table,
  columns: { ...columns, guesses: [...columns.guesses, ...guesses] },
})

/** How many rows tell whether the glossary has their texts as definitions. */
const maxCompared = 500

/** Reads a file. A column whose texts the glossary has as definitions is not taken for the full name. */
async function readAsKnown(
  { db }: Db,
  read: (options: FileOptions) => ReadTable | Promise<ReadTable>,
  options: FileOptions,
): Promise<ReadTable> {
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
  columns: { used, inLanguages, ignored, guesses },
}: ReadTable): Pick<ImportResult, 'columns' | 'source'> => ({
  columns: { used: { ...used, ...inLanguages }, ignored },
  source: { encoding, delimiter, skipped_lines, guesses: guesses.map(({ text }) => text) },
})

/** Whether failed rows keep the others from being stored. */
export const isStopped = ({ failed }: ImportResult['totals'], { on_error }: Pick<FileOptions, 'on_error'>): boolean =>
  failed > 0 && on_error === 'stop'

/** A new term that was not stored has no ID. */
const withoutNewId = (row: PlannedRow) => (row.outcome === 'created' ? { ...row, term_id: null } : row)
