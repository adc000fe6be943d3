import type { readDatabaseSettings } from '../app/settings.ts'
import { withSignal } from '../app/time-limit.ts'
import { requireMigrations } from '../db/migrate.ts'
import type { Patience } from '../db/patience.ts'
import { openServer } from '../service.ts'

/**
 * Runs the work of a command with the database server in the settings. The signal ends it; an embedded server is stopped,
 * whatever happens.
 *
 * @throws what openServer() or the work throws, or the reason of the signal
 */
export async function withServer<Result>(
  settings: ReturnType<typeof readDatabaseSettings>,
  signal: AbortSignal,
  work: (url: string) => Promise<Result>,
  patience?: Patience,
): Promise<Result> {
  const server = await openServer(settings, patience, { signal })
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
export const withGlossary = <Result>(
  settings: ReturnType<typeof readDatabaseSettings>,
  signal: AbortSignal,
  work: (url: string) => Promise<Result>,
): Promise<Result> =>
  withServer(settings, signal, async (url) => {
    await requireMigrations(url)
    return work(url)
  })
