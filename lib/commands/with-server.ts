import type { readDatabaseSettings } from '../app/settings.ts'
import { withSignal } from '../app/time-limit.ts'
import { DirectoryInUseError } from '../db/embedded.ts'
import { requireMigrations } from '../db/migrate.ts'
import type { Patience } from '../db/patience.ts'
import { openServer } from '../service.ts'
import { StartError } from './start-error.ts'

type Options = {
  settings: ReturnType<typeof readDatabaseSettings>
  signal: AbortSignal
  patience?: Patience
  /** what to do instead while the service runs with the embedded database */
  whileRunning: string
}

/**
 * Runs the work of a command with the database server in the settings. The signal ends it; an embedded server is
 * stopped, whatever happens.
 *
 * @throws StartError if the service runs with the embedded database, what openServer() or the work throws, or the
 * reason of the signal
 */
export async function withServer<Result>(
  { settings, signal, patience, whileRunning }: Options,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = await openServer(settings, patience, { signal }).catch((error) => {
    throw error instanceof DirectoryInUseError ? new StartError(`${error.use}. ${whileRunning}`) : error
  })
  try {
    return await withSignal(signal, () => work(server.url))
  } finally {
    await server.stop()
  }
}

/**
 * Runs the work of a command with the glossary in the settings, as withServer() does.
 *
 * @throws what withServer() or requireMigrations() throws
 */
export const withGlossary = <Result>(options: Options, work: (url: string) => Promise<Result>): Promise<Result> =>
  withServer(options, async (url) => {
    await requireMigrations(url)
    return work(url)
  })
