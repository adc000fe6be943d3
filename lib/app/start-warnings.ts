import type { Settings } from './settings.ts'
import { isLoopback } from './trusted-proxies.ts'

/** Returns what is probably wrong with the settings, a sentence each (contract, section 19). */
export function startWarnings(settings: Settings): string[] {
  const { unknownVariables, devMode, databaseUrl, appUrl } = settings
  const warnings = unknownVariables.map(
    (name) => `${name} is not a setting of this version: check its spelling in .env.example`,
  )
  warnings.push(...halfSetProviders(settings))
  if (devMode) return warnings
  if (databaseUrl === null) {
    warnings.push(
      'SERVICE_DATABASE_URL is not set: an embedded PostgreSQL keeps the data, which is meant for trials',
    )
  }
  if (isLoopback(new URL(appUrl).hostname)) {
    warnings.push(`SERVICE_APP_URL is ${appUrl}: only browsers on this machine can log in`)
  }
  return warnings
}

/** Returns a sentence for each identity provider of which some settings are missing: nobody can log in with it. */
function halfSetProviders(settings: Settings): string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, slackClientId, slackClientSecret } = settings
  const providers: Record<string, string | null>[] = [
    {
      SERVICE_OIDC_ISSUER: oidcIssuer,
      SERVICE_OIDC_CLIENT_ID: oidcClientId,
      SERVICE_OIDC_CLIENT_SECRET: oidcClientSecret,
    },
    {
      SERVICE_SLACK_CLIENT_ID: slackClientId,
      SERVICE_SLACK_CLIENT_SECRET: slackClientSecret,
    },
  ]
  return providers.flatMap((provider) => {
    const names = Object.keys(provider)
    const missing = names.filter((name) => provider[name] === null)
    if (missing.length === 0 || missing.length === names.length) return []
    const set = names.filter((name) => !missing.includes(name))
    return [
      `${listed(set)} ${set.length > 1 ? 'are' : 'is'} set, but not ${listed(missing)}: nobody can log in with this identity provider, see docs/login.md`,
    ]
  })
}

const listed = (names: string[]) => names.join(' and ')
