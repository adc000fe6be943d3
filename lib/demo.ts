import { readFileSync } from 'node:fs'
import type { Context } from './context.ts'

/** The user who can do everything in the demo. */
export const demoAdmin = 'admin@example.com'

/** The settings of the demo. It uses its own embedded database, never a configured one. */
export const demoEnvironment = {
  SERVICE_DATABASE_URL: '',
  SERVICE_DEV_MODE: 'true',
  SERVICE_HOST: '127.0.0.1',
  SERVICE_ADMIN_EMAILS: demoAdmin,
}

/**
 * Loads the sample glossary, unless the database already has users or terms.
 *
 * @returns the number of added terms
 */
export async function loadSample({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const file = new URL('../sample/glossary.json', import.meta.url)
  const sample = JSON.parse(readFileSync(file, 'utf8')) as object
  const row = await db.one<{ added: number }>('sample/load', {
    sample,
    stale_days: settings.staleThresholdDays,
  })
  const added = row?.added ?? 0
  if (added > 0) await db.run('sample/load-activity')
  return added
}
