import { isOutage } from './db/database.ts'
import { EmbeddedServerError } from './db/embedded.ts'
import { SettingsError } from './settings.ts'

/** Says in a line or a few why the service cannot start. Only what nobody foresaw has a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof SettingsError || error instanceof EmbeddedServerError) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('syscall' in error && error.syscall === 'listen') {
    return `SERVICE_HOST and SERVICE_PORT must be an address that is free: ${error.message}`
  }
  if (isOutage(error)) {
    return `SERVICE_DATABASE_URL must lead to a PostgreSQL server that answers: ${error.message}`
  }
  if ('migration' in error) return `the migration ${error.migration} failed: ${error.message}`
  return error.stack ?? error.message
}
