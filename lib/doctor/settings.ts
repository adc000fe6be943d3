import { randomBytes } from 'node:crypto'
import { type Environment, readSettings, type Settings, SettingsError } from '../app/settings.ts'
import { startWarnings } from '../app/start-warnings.ts'
import { type Check, fail, pass } from './check.ts'

/**
 * Checks the settings. Those that are valid are returned, so that the other checks can use them, null if that is not
 * possible; and the names of those that are invalid.
 */
export function checkSettings(environment: Environment): {
  checks: Check[]
  settings: Settings | null
  invalid: string[]
} {
  const { settings, invalid } = readValid(environment)
  const names = Object.keys(environment).filter((name) => /^SERVICE_/.test(name) && environment[name])
  const set = names.length > 0 ? names.sort().join(', ') : 'none'
  const wrong = invalid.map(({ variable, message }) =>
    fail(variable, `${variable} ${message}.`, `Correct ${variable} in .env or the environment.`),
  )
  const warnings = settings && invalid.length === 0 ? startWarnings(settings) : []
  const doubtful = warnings.map((warning) => toCheck(warning, settings?.unknownVariables ?? []))
  const all = [...wrong, ...doubtful]
  const good = all.length === 0 ? [pass('settings', `These settings are set: ${set}.`)] : []
  return { checks: [...good, ...all], settings, invalid: invalid.map(({ variable }) => variable) }
}

/** A warning names the setting first, then what is doubtful about it. */
function toCheck(warning: string, unknown: readonly string[]): Check {
  const [name = ''] = warning.split(' ')
  const fixes: Record<string, string> = {
    SERVICE_DATABASE_URL:
      'Create a PostgreSQL database, set SERVICE_DATABASE_URL to its URL, and copy what there is with npm run move.',
    SERVICE_APP_URL: 'Set SERVICE_APP_URL to the https:// URL at which people open the glossary.',
    SERVICE_TRUSTED_PROXIES:
      'Set SERVICE_TRUSTED_PROXIES to the addresses of your own proxies, or remove it if they run on this machine.',
    SERVICE_SECRET_KEY:
      'Set SERVICE_SECRET_KEY to the output of openssl rand -base64 48. Everyone has to log in again.',
    SERVICE_MCP_BEARER_TOKEN: 'Set SERVICE_MCP_BEARER_TOKEN to the output of openssl rand -hex 32.',
    SERVICE_METRICS_TOKEN: 'Set SERVICE_METRICS_TOKEN to the output of openssl rand -hex 32.',
    SERVICE_METRICS_PORT:
      'Remove SERVICE_METRICS_PORT and set SERVICE_METRICS_TOKEN, or let SERVICE_HOST be an address that only your monitoring reaches.',
    SERVICE_SECRET_KEY_PREVIOUS:
      'Set SERVICE_SECRET_KEY_PREVIOUS to the other key while the key is changed, and remove it a day later.',
    SERVICE_RATE_LIMIT: 'Remove SERVICE_RATE_LIMIT, which is 1200 then.',
    SERVICE_LOG_LEVEL: 'Remove SERVICE_LOG_LEVEL, which is info then.',
    SERVICE_OIDC_SCOPES: 'Remove SERVICE_OIDC_SCOPES, or add email.',
    SERVICE_SLACK_SIGNING_SECRET: 'Copy the signing secret from the page Basic Information of the app in Slack.',
    SERVICE_SLACK_BOT_TOKEN: 'Copy the bot token (xoxb-…) from the page OAuth & Permissions of the app in Slack.',
    SERVICE_OFFICIAL_THRESHOLD: 'Set SERVICE_OFFICIAL_THRESHOLD to at least SERVICE_COMMUNITY_THRESHOLD.',
  }
  const setAll = 'Set all settings of the provider, or none: docs/login.md lists them.'
  const correctName = `Correct the name of ${name}, or remove it.`
  return fail(name, `${warning}.`, unknown.includes(name) ? correctName : (fixes[name] ?? setAll))
}

/** Reads the settings, without those that are invalid. */
function readValid(environment: Environment) {
  try {
    return { settings: readSettings(environment), invalid: [] }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { invalid } = error
    const names = new Set(invalid.flatMap(({ variable }) => [variable, `${variable}_FILE`]))
    const valid = Object.entries(environment).filter(([name]) => !names.has(name))
    // A stand-in, as nothing is read without a secret key.
    const key = names.has('SERVICE_SECRET_KEY') && { SERVICE_SECRET_KEY: randomBytes(32).toString('hex') }
    return { settings: readOrNull({ ...Object.fromEntries(valid), ...key }), invalid }
  }
}

function readOrNull(environment: Environment) {
  try {
    return readSettings(environment)
  } catch {
    return null
  }
}
