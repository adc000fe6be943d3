import { readFileSync } from 'node:fs'
import type { Environment, Settings } from '../app/settings.ts'
import type { Context } from '../context.ts'
import { DirectoryInUseError } from '../db/embedded.ts'
import { playSampleEvents } from './sample-events.ts'
import { StartError } from './start-error.ts'

/** The user of the demo, who is an admin. */
export const demoAdmin = 'admin@example.com'

/** Settings of the demo, which always uses an embedded database of its own, and has the languages of its sample. */
export const toDemoEnvironment = (environment: Environment): Environment => ({
  SERVICE_LANGUAGES: 'en,de,fr',
  ...environment,
  SERVICE_DATABASE_URL: '',
  SERVICE_DATABASE_URL_FILE: '',
  SERVICE_DATABASE_DIRECT_URL: '',
  SERVICE_DATABASE_DIRECT_URL_FILE: '',
  SERVICE_DEV_MODE: 'true',
  SERVICE_HOST: '127.0.0.1',
  SERVICE_ADMIN_EMAILS: demoAdmin,
})

/** Settings whose public URL becomes the address that the demo listens on. */
export type DemoSettings = Omit<Settings, 'appUrl'> & { appUrl: string }

/** Says why the demo cannot start; that its files are in use, without the words of a service. */
export const toDemoError = (error: unknown): unknown =>
  error instanceof DirectoryInUseError
    ? new StartError(
        `another demo or service uses ${error.root}, or is just stopping: stop it, wait a moment, or choose another directory, SERVICE_DATA_DIR`,
      )
    : error

/**
 * Loads the sample glossary if the database is empty.
 *
 * @returns the number of terms that were added
 */
export async function loadSample(ctx: Pick<Context, 'db' | 'settings' | 'lookups'>) {
  const { db, settings } = ctx
  const file = new URL('../../sample/glossary.json', import.meta.url)
  const sample = JSON.parse(readFileSync(file, 'utf8')) as object
  const row = await db.one<{ added: number }>('commands/load-sample', {
    sample,
    stale_days: settings.staleThresholdDays,
  })
  const added = row?.added ?? 0
  if (added > 0) {
    await db.run('commands/load-sample-evidence', { sample })
    await db.run('commands/load-sample-activity')
    await playSampleEvents(ctx)
    await db.run('commands/send-sample-messages')
  }
  return added
}
