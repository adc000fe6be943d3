import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type Environment, readDatabaseSettings, readExportSettings } from '../app/settings.ts'
import { openDatabase } from '../db/database.ts'
import { readBatches } from '../export/batches.ts'
import type { Glossary } from '../export/document.ts'
import { formatNames, formats } from '../export/formats.ts'
import { readSummary, type Selection, termReader } from '../export/read.ts'
import { category } from '../schemas/content.ts'
import { statuses } from '../schemas/term.ts'
import { StartError } from './start-error.ts'
import { withGlossary } from './with-server.ts'

const Options = v.object({
  format: v.optional(v.picklist(formatNames), 'markdown'),
  status: v.optional(v.picklist([...statuses, 'all']), 'official'),
  category: v.optional(category),
})

/**
 * Exports terms in full: `npm run export -- [--format F] [--status S] [--category C]` (contract, section 15).
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
  const { format, status, category = null } = readOptions(args)
  const selection: Selection = {
    format,
    category,
    withSuggested: true,
    limit: null,
    offset: 0,
    status: status === 'all' ? null : status,
  }
  const settings = readExportSettings(environment)
  const write = (url: string) => writeTerms(url, selection, settings, output)
  await withGlossary(readDatabaseSettings(environment), signal, write)
}

async function writeTerms(url: string, selection: Selection, settings: Glossary, output: Writable) {
  const db = openDatabase(url, { readOnly: true })
  try {
    const { count } = await readSummary({ db, settings }, selection)
    const read = termReader({ db }, selection)
    const first = await read(null, Math.min(count, 100))
    const parts = formats[selection.format].render(readBatches(read, first, count), {
      ...settings,
      category: selection.category,
    })
    await pipeline(Readable.from(parts), output, { end: false })
  } catch (error) {
    if (Object(error).code !== 'EPIPE') throw error
  } finally {
    await db.end()
  }
}

function readOptions(args: string[]): v.InferOutput<typeof Options> {
  const usage = `the options are --format (${formatNames.join(', ')}), --category and --status (${statuses.join(', ')}, all)`
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args, options: { format: text, status: text, category: text } })
    return v.parse(Options, values)
  } catch {
    throw new StartError(usage)
  }
}
