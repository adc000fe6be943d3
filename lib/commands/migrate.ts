import { type Environment, readDatabaseSettings } from '../app/settings.ts'
import { migrate } from '../db/migrate.ts'
import { createPatience } from '../db/patience.ts'
import { withServer } from './with-server.ts'

/**
 * Applies the migrations that are missing: `npm run migrate`.
 *
 * @param report called with a sentence for each step of a migration, and every five seconds of waiting
 * @returns a sentence for the operator
 */
export async function runMigrations(
  environment: Environment,
  report: (sentence: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const settings = readDatabaseSettings(environment)
  const { startTimeoutSeconds: timeoutSeconds } = settings
  const patience = createPatience({ timeoutSeconds, report, signal })
  const run = (url: string) => migrate(url, { patience, report })
  const whileRunning = 'If that is the service, it has applied its migrations. Stop it before those of another version.'
  const names = await withServer({ settings, signal, patience, whileRunning }, run)
  return names.length > 0 ? `applied ${names.join(', ')}` : 'the schema is up to date'
}
