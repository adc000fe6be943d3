import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type Environment, readDatabaseSettings, readExportSettings } from '../app/settings.ts'
import { openDatabase } from '../db/database.ts'
import { readBatches } from '../export/batches.ts'
import { type Glossary, phraseStyles } from '../export/document.ts'
import { formatNames } from '../export/formats.ts'
import { readSummary, renderTerms, type Selection, termReader } from '../export/read.ts'
import { chooseLanguages, exportOptions, toSelection } from '../export/selection.ts'
import { valuesOf } from '../http/in-one-language.ts'
import { isMultilingual } from '../languages.ts'
import { integer } from '../schemas/numbers.ts'
import { statuses } from '../schemas/term.ts'
import { StartError } from './start-error.ts'
import { withGlossary } from './with-server.ts'

const Options = v.object({
  format: v.optional(v.picklist(formatNames), 'markdown'),
  status: v.optional(v.picklist([...statuses, 'all'])),
  ...exportOptions,
  limit: v.optional(integer(1, 1000)),
})
type Options = v.InferOutput<typeof Options>
const names = Object.keys(Options.entries) as (keyof Options)[]
/** Those that are numbers. */
const numbers: readonly string[] = ['limit', 'chars']

/**
 * Exports terms in full: `npm run export -- [--format F] [--status S] [--category C]`, and of phrases `--as`, `--limit`
 * and `--chars` (contract, sections 15 and 22).
 *
 * @param args the arguments of the command
 * @param output where the document goes; if its reader stops early, so does the export
 * @throws StartError if the arguments are invalid
 */
export async function runExport(
  environment: Environment,
  args: string[],
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const settings = readExportSettings(environment)
  const selection = readSelection(args, settings)
  const write = (url: string) => writeTerms(url, selection, settings, output)
  const { appUrl } = settings
  const whileRunning = `If that is the service, export there: at ${appUrl}/export, or with a token by GET ${appUrl}/api/v1/export.`
  await withGlossary({ settings: readDatabaseSettings(environment), signal, whileRunning }, write)
}

async function writeTerms(url: string, selection: Selection, settings: Glossary, output: Writable) {
  const db = openDatabase(url, { readOnly: true })
  try {
    const { count } = await readSummary({ db, settings }, selection)
    const read = termReader({ db, settings }, selection)
    const first = await read(null, Math.min(count, 100))
    const parts = renderTerms(readBatches(read, first, count), settings, selection)
    await pipeline(Readable.from(parts), output, { end: false })
  } catch (error) {
    if (Object(error).code !== 'EPIPE') throw error
  } finally {
    await db.end()
  }
}

function readSelection(args: string[], settings: Glossary): Selection {
  const all = valuesOf(settings, formatNames)
  const languages = isMultilingual(settings) ? ', --lang, --from and --to (pairs)' : ''
  const usage = `the options are --format (${all.join(', ')}), --as (phrases: ${phraseStyles.join(', ')}), --limit (phrases: 1 to 1000), --chars (phrases: 100 to 50000), --category${languages} and --status (${statuses.join(', ')}, all)`
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    const { values } = parseArgs({ args, options })
    const given = Object.entries(values).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value])
    const read = v.parse(Options, Object.fromEntries(given))
    if (read.limit !== undefined && read.format !== 'phrases') throw new Error('a limit is only for phrases')
    if (!all.includes(read.format)) throw new Error('a format of several languages')
    return toSelection({ ...read, ...chooseLanguages({ settings }, {}, read) }, 'suggested')
  } catch {
    throw new StartError(usage)
  }
}
