import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Environment, readAppUrl, readDatabaseSettings, readExportSettings } from '../app/settings.ts'
import type { Db } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { formatOf } from '../import/formats.ts'
import { type FileResult, importFile, isStopped } from '../import/import-file.ts'
import { describeTotals } from '../import/in-words.ts'
import type { FileOptions, ImportFile } from '../import/read-file.ts'
import { parse } from '../schemas/fields.ts'
import { ImportOptions, maxFile, maxFileNameLength } from '../schemas/import.ts'
import { StartError } from './start-error.ts'
import { withGlossary } from './with-server.ts'

const usage =
  'usage: npm run import -- FILE [--dry-run] [--skip-errors] [--trust-status] [--protected replace|propose] [--as EMAIL]'

/**
 * Imports a file from the command line (contract, section 15). The history names nobody as its author.
 *
 * @returns what was done, in words
 * @throws StartError if nothing was imported
 */
export async function runImport(environment: Environment, args: string[], signal: AbortSignal): Promise<string> {
  const { path, as, options } = readArguments(args)
  const bytes = await readFile(path).catch(({ message }) => {
    throw new StartError(`the file cannot be read: ${message}`)
  })
  if (bytes.length > maxFile.bytes) throw new StartError('the file is larger than 20 MiB')
  const file = { format: formatOf(path), bytes }
  const store = (url: string) => importInto(url, { file, options, as, settings: readExportSettings(environment) })
  const url = readAppUrl(environment)
  const whileRunning = `If that is the service, import the file there: as an editor at ${url}/import, or with a token by POST ${url}/api/v1/import.`
  const { result, proposer } = await withGlossary(
    { settings: readDatabaseSettings(environment), signal, whileRunning },
    store,
  )
  const described = describeResult(result)
  if (isStopped(result.totals, options)) throw new StartError(described)
  return proposer && result.totals.proposed ? `${described}, proposals of ${proposer.email}` : described
}

type Told = {
  file: ImportFile
  options: FileOptions
  as: string | null
  settings: Pick<ReturnType<typeof readExportSettings>, 'languages'>
}

async function importInto(url: string, { file, options, as, settings }: Told) {
  const db = openDatabase(url)
  try {
    if (options.protected === 'replace') return { result: await importFile({ db, settings }, null, file, options) }
    const proposer = await findProposer({ db }, as)
    return { result: await importFile({ db, settings }, null, file, { ...options, proposerId: proposer.id }), proposer }
  } catch (error) {
    throw error instanceof Error && 'status' in error && error.status === 422 ? new StartError(error.message) : error
  } finally {
    await db.end()
  }
}

type Proposer = { id: string; email: string }

/**
 * Finds in whose name changes are proposed: by default, that of the first admin.
 *
 * @throws StartError if there is nobody
 */
async function findProposer({ db }: Db, email: string | null): Promise<Proposer> {
  const proposer = await db.one<Proposer>('commands/find-proposer', { email })
  if (proposer) return proposer
  throw new StartError(`--as must be the email address of an active user${email === null ? ': there is no admin' : ''}`)
}

function readArguments(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': flag, 'skip-errors': flag, 'trust-status': flag, protected: text, as: text },
    })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new StartError(usage)
    const options = parse(ImportOptions, {
      file_name: basename(path).slice(-maxFileNameLength),
      on_error: values['skip-errors'] ? 'skip' : 'stop',
      dry_run: values['dry-run'],
      trust_status: values['trust-status'],
      protected: values.protected,
    })
    return { path, as: values.as ?? null, options }
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
