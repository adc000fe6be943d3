import type { Environment, Settings } from '../app/settings.ts'
import { type Check, fail, reasonOf } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkLogins } from './login.ts'
import { checkPatience } from './proxy.ts'
import { checkFiles, checkPublicAddress } from './public-address.ts'
import { checkSettings } from './settings.ts'
import { checkSlack } from './slack.ts'

/** What `npm run doctor` reports. */
type Report = { ok: boolean; checks: Check[] }

/**
 * Checks the settings, and what they name (contract, section 19). Nothing is started or changed.
 *
 * @param version of these files
 * @param delayMs for how long a proxy has to wait for an answer
 */
export async function examine(environment: Environment, version: string, delayMs = 5000): Promise<Report> {
  const { checks, settings, invalid } = checkSettings(environment)
  if (settings) {
    // What follows from an invalid setting would only lead astray.
    const chosen = parts.filter(([, variables]) => !invalid.some((name) => variables.test(name)))
    const found = await Promise.all(
      chosen.map(([name, , check]) => attempt(name, () => check(settings, version, delayMs))),
    )
    checks.push(...found.flat())
  }
  return { ok: checks.every(({ ok }) => ok), checks }
}

type Part = [
  name: string,
  variables: RegExp,
  check: (settings: Settings, version: string, delayMs: number) => Promise<Check[]>,
]

/** What is checked, and the settings without which that makes no sense. */
const parts: Part[] = [
  ['database', /^SERVICE_DATABASE_(DIRECT_)?URL/, checkDatabase],
  ['public address', /^SERVICE_(APP_URL|SECRET_KEY)/, checkAddress],
  ['login', /^SERVICE_(OIDC|IDP|SLACK_CLIENT)_/, checkLogins],
  ['slack', /^SERVICE_SLACK_(BOT|SIGNING|API)_/, async (settings) => [await checkSlack(settings)]],
]

/** A check that breaks is a finding, too. */
async function attempt(name: string, check: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await check()
  } catch (error) {
    return [fail(name, `The check failed: ${reasonOf(error)}.`, 'Run npm run doctor again.')]
  }
}

async function checkAddress(settings: Settings, version: string, delayMs: number) {
  const checks = await checkPublicAddress(settings, version)
  if (!checks[0]?.ok) return checks
  const long = await Promise.all([checkFiles(settings), checkPatience(settings, delayMs)])
  return [...checks, ...long]
}
