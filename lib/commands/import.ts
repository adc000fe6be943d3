import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Environment, readDatabaseSettings } from '../app/settings.ts'
import { openDatabase } from '../db/database.ts'
import { type FileResult, importFile, isStopped } from '../import/import-file.ts'
import { describeTotals } from '../import/in-words.ts'
import { type FileOptions, formatOf, type ImportFile } from '../import/read-file.ts'
import { parse } from '../schemas/fields.ts'
import { ImportOptions, maxFile, maxFileNameLength } from '../schemas/import.ts'
import { StartError } from './start-error.ts'
import { withGlossary } from './with-server.ts'

const usage = 'usage: npm run import -- FILE [--dry-run] [--skip-errors] [--trust-status]'

/**
 * Imports a file from the command line (contract, section 15). The history names nobody as its author.
 *
 * @returns what was done, in words
 * @throws StartError if nothing was imported
 */
export async function runImport(environment: Environment, args: string[], signal: AbortSignal): Promise<string> {
  const { path, options } = readArguments(args)
  const bytes = await readFile(path).catch(({ message }) => {
    throw new StartError(`the file cannot be read: ${message}`)
  })
  if (bytes.length > maxFile.bytes) throw new StartError('the file is larger than 20 MiB')
  const file = { format: formatOf(path), bytes }
  const store = (url: string) => importInto(url, file, options)
  const result = await withGlossary(readDatabaseSettings(environment), signal, store)
  if (isStopped(result.totals, options)) throw new StartError(describeResult(result))
  return describeResult(result)
}

async function importInto(url: string, file: ImportFile, options: FileOptions) {
  const db = openDatabase(url)
  try {
    return await importFile({ db }, null, file, options)
  } catch (error) {
    throw error instanceof Error && 'status' in error && error.status === 422 ? new StartError(error.message) : error
  } finally {
    await db.end()
  }
}

function readArguments(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': flag, 'skip-errors': flag, 'trust-status': flag },
    })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new StartError(usage)
    const options = parse(ImportOptions, {
      file_name: basename(path).slice(-maxFileNameLength),
      on_error: values['skip-errors'] ? 'skip' : 'stop',
      dry_run: values['dry-run'],
      trust_status: values['trust-status'],
    })
    return { path, options }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(usage)
  }
}

function describeResult({ totals, rows, import_id }: FileResult) {
  const faulty = rows.flatMap(({ row, errors }) =>
    errors.map(({ path, message }) => `row ${row}: ${[path, message].filter(Boolean).join(' ')}`),
  )
  const outcome = import_id ? `import ${import_id}` : 'nothing was stored'
  return [...faulty, `${describeTotals(totals)}; ${outcome}`].join('\n')
}
