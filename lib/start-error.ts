import { EmbeddedServerError } from './db/embedded.ts'
import { isOutage } from './db/errors.ts'
import { ListenError } from './http/listen.ts'
import { Problem } from './problem.ts'
import { SettingsError } from './settings.ts'

/** Why the service cannot start, in words for the operator. */
export class StartError extends Error {}

/** Says in a line or a few why the service cannot start. Only what nobody foresaw has a stack trace. */
export function explain(error: unknown): string {
  const isForeseen = [StartError, SettingsError, EmbeddedServerError, ListenError].some(
    (kind) => error instanceof kind,
  )
  if (!(error instanceof Error)) return String(error)
  if (isForeseen) return error.message
  if (error instanceof Problem && error.cause) return explain(error.cause)
  if (isOutage(error)) {
    const reason = error.message || String((error as { code?: string }).code)
    return `SERVICE_DATABASE_URL must lead to a PostgreSQL server that answers: ${reason}`
  }
  if ('migration' in error) return `the migration ${error.migration} failed: ${error.message}`
  return error.stack ?? error.message
}
