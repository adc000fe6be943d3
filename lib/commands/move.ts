import { databaseUrl } from '../app/setting-values.ts'
import { type Environment, readDatabaseSettings } from '../app/settings.ts'
import { hasEmbedded } from '../db/embedded.ts'
import { MoveError, moveDatabase } from '../db/move.ts'
import { StartError } from './start-error.ts'
import { withServer } from './with-server.ts'

/**
 * Copies the embedded database into an empty PostgreSQL: `npm run move -- URL` (contract, section 19).
 *
 * @param report called with a sentence for each table
 * @returns what to do next
 * @throws StartError if the URL is missing or invalid, there is no embedded database, or the target is not empty
 */
export async function runMove(
  environment: Environment,
  args: string[],
  report: (sentence: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const target = readUrl(args)
  // The embedded database is the source, also if the settings name the target already.
  const settings = { ...readDatabaseSettings(environment), databaseUrl: null }
  if (!hasEmbedded(settings.dataDir)) {
    throw new StartError(`SERVICE_DATA_DIR must be the directory of a database: ${settings.dataDir} has none`)
  }
  const copy = (url: string) => moveDatabase(url, target, report)
  try {
    const whileRunning =
      'If that is the service, stop it first: what people write during the copying would be lost. Meanwhile, npm run backup -- DIRECTORY copies the files.'
    const rows = await withServer({ settings, signal, whileRunning }, copy)
    return `${rows} rows have been copied. Set SERVICE_DATABASE_URL to this URL, and start the service. The files in ${settings.dataDir} stay: delete them when all is well.`
  } catch (error) {
    throw error instanceof MoveError ? new StartError(error.message) : error
  }
}

function readUrl([url = '', ...others]: string[]): string {
  try {
    if (others.length > 0) throw new Error('must be the only argument')
    return databaseUrl(url)
  } catch (error) {
    throw new StartError(`usage: npm run move -- URL. The URL ${(error as Error).message}`)
  }
}
