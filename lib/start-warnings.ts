import type { Settings } from './settings.ts'
import { isLoopback } from './trusted-proxies.ts'

/** Returns what is probably wrong with the settings, a sentence each (contract, section 19). */
export function startWarnings(settings: Settings): string[] {
  const { unknownVariables, devMode, databaseUrl, appUrl } = settings
  const warnings = unknownVariables.map(
    (name) => `${name} is not a setting of this version: check its spelling in .env.example`,
  )
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
