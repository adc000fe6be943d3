import { createBackground } from './background.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** The collaborators of a running service, and how to let go of them. */
export type Service = {
  context: Omit<Context, 'apiDocument'>
  /** Waits for background work, then closes what was opened. */
  close(): Promise<void>
}

/**
 * Opens the database (an embedded one where the settings name none), migrates it and puts the context
 * together.
 *
 * @throws EmbeddedServerError, a Problem `database_unavailable`, or what a migration throws
 */
export async function openService(
  settings: Settings,
  log: Log,
  platform: Pick<Context, 'Response'>,
): Promise<Service> {
  const server = await openServer(settings)
  try {
    await migrate(server.url)
  } catch (error) {
    await server.stop()
    throw error
  }
  const db = openDatabase(server.url)
  const background = createBackground(log)
  const interrupted = await db.many('jobs/fail-interrupted')
  if (interrupted.length > 0) log.warn({ runs: interrupted }, 'job runs were cut off by a stop')
  return {
    context: { settings, db, log, background, now: () => new Date(), ...platform },
    async close() {
      await background.settle()
      await db.end()
      await server.stop()
    },
  }
}

/** The database server to use: the one the settings name, or one of our own. */
export async function openServer({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl === null
    ? startEmbedded(dataDir)
    : { url: databaseUrl, stop: () => Promise.resolve() }
}
