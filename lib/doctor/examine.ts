import type { Environment, Settings } from '../app/settings.ts'
import { maxFile } from '../schemas/import.ts'
import { type Check, fail, reasonOf } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkLogins } from './login.ts'
import { checkPatience } from './proxy.ts'
import { checkFiles, checkPublicAddress } from './public-address.ts'
import { checkSettings } from './settings.ts'
import { checkSlack } from './slack.ts'

/** What a proxy has to bear: how long it waits for an answer, and the size of a file that it passes on. */
export type Load = { delayMs: number; fileBytes: number }

/** Imports take up to two minutes, and half a minute shows a proxy that was told to give up early. */
export const usualLoad: Load = { delayMs: 30_000, fileBytes: maxFile.bytes }

/** What `npm run doctor` reports. */
type Report = { ok: boolean; checks: Check[] }

/**
 * Checks the settings, and what they name (contract, section 19). Nothing is started or changed.
 *
 * @param version of these files
 * @param load what a proxy has to bear, if it is not as much as usual
 */
export async function examine(environment: Environment, version: string, load: Partial<Load> = {}): Promise<Report> {
  const { checks, settings, invalid } = checkSettings(environment)
  if (settings) {
    // What follows from an invalid setting would only lead astray.
    const chosen = parts.filter(([, variables]) => !invalid.some((name) => variables.test(name)))
    const found = await Promise.all(
      chosen.map(([name, , check]) => attempt(name, () => check(settings, version, { ...usualLoad, ...load }))),
    )
    checks.push(...found.flat())
  }
  return { ok: checks.every(({ ok }) => ok), checks }
}

type Part = [
  name: string,
  variables: RegExp,
  check: (settings: Settings, version: string, load: Load) => Promise<Check[]>,
]

/** What is checked, and the settings without which that makes no sense. */
const parts: Part[] = [
  ['database', /^SERVICE_DATABASE_(DIRECT_)?URL/, checkDatabase],
  ['public address', /^SERVICE_(APP_URL|SECRET_KEY)/, checkAddress],
  ['login', /^SERVICE_(OIDC|IDP|SLACK_CLIENT|APP)_/, checkLogins],
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

async function checkAddress(settings: Settings, version: string, { delayMs, fileBytes }: Load) {
  const checks = await checkPublicAddress(settings, version)
  if (!checks[0]?.ok) return checks
  const long = await Promise.all([checkFiles(settings, fileBytes), checkPatience(settings, delayMs)])
  return [...checks, ...long.flat()]
}
