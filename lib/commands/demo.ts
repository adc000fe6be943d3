import { readFileSync } from 'node:fs'
import type { Settings } from '../app/settings.ts'
import type { Context } from '../context.ts'

/** The user of the demo, who is an admin. */
export const demoAdmin = 'admin@example.com'

/** Settings of the demo, which always uses an embedded database of its own. */
export const demoEnvironment = {
  SERVICE_DATABASE_URL: '',
  SERVICE_DATABASE_URL_FILE: '',
  SERVICE_DATABASE_DIRECT_URL: '',
  SERVICE_DATABASE_DIRECT_URL_FILE: '',
  SERVICE_DEV_MODE: 'true',
  SERVICE_HOST: '127.0.0.1',
  SERVICE_ADMIN_EMAILS: demoAdmin,
}

/** Settings whose public URL becomes the address that the demo listens on. */
export type DemoSettings = Omit<Settings, 'appUrl'> & { appUrl: string }

/**
 * Loads the sample glossary if the database is empty.
 *
 * @returns the number of terms that were added
 */
export async function loadSample({ db, settings }: Pick<Context, 'db' | 'settings'>) {
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
    await db.run('commands/send-sample-messages')
  }
  return added
}
