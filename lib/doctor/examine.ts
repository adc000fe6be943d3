import type { Environment } from '../settings.ts'
import { type Check, fail, reasonOf } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkLogins } from './login.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkSettings } from './settings.ts'
import { checkSlack } from './slack.ts'

/** What `npm run doctor` reports. */
export type Report = { ok: boolean; checks: Check[] }

/**
 * Checks the settings, and what they name (contract, section 19). Nothing is started or changed.
 *
 * @param version of these files
 */
export async function examine(environment: Environment, version: string): Promise<Report> {
  const { checks, settings } = checkSettings(environment)
  if (settings) {
    const found = await Promise.all([
      attempt('database', () => checkDatabase(settings)),
      attempt('public address', () => checkPublicAddress(settings, version)),
      attempt('login', () => checkLogins(settings)),
      attempt('slack', async () => [await checkSlack(settings)]),
    ])
    checks.push(...found.flat())
  }
  return { ok: checks.every(({ ok }) => ok), checks }
}

/** A check that breaks is a finding, too. */
async function attempt(name: string, check: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await check()
  } catch (error) {
    return [fail(name, `The check failed: ${reasonOf(error)}.`, 'Run npm run doctor again.')]
  }
}
