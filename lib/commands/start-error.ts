import { parseArgs } from 'node:util'
import { SettingsError } from '../app/settings.ts'
import { EmbeddedServerError } from '../db/embedded.ts'
import { isOutage, isRefusal, reasonOf } from '../db/errors.ts'
import { OtherVersionError, PendingMigrationsError } from '../db/migrate.ts'
import { ParametersError } from '../db/parameters.ts'
import { PatienceError } from '../db/patience.ts'
import { ListenError } from '../http/listen.ts'
import { Problem } from '../problem.ts'

/** The service cannot start, for a reason that its administrator can act on. */
export class StartError extends Error {}

const expected = [
  StartError,
  SettingsError,
  EmbeddedServerError,
  ListenError,
  OtherVersionError,
  PendingMigrationsError,
  ParametersError,
  PatienceError,
]

/** Explains why the service cannot start, in a few lines. Only unexpected errors have a stack trace. */
export function explain(error: unknown): string {
  const isExpected = expected.some((kind) => error instanceof kind)
  if (!(error instanceof Error)) return String(error)
  if (isExpected) return error.message
  if (error instanceof Problem && error.cause) return explain(error.cause)
  if (isRefusal(error)) {
    return `the database in SERVICE_DATABASE_URL cannot be used: ${error.message}; npm run doctor says what to do`
  }
  if (isOutage(error)) {
    return `SERVICE_DATABASE_URL must be the URL of a PostgreSQL server that responds: ${reasonOf(error)}`
  }
  if ('migration' in error) return `the migration ${error.migration} failed: ${error.message}`
  return error.stack ?? error.message
}

/**
 * Reads the only argument of a command, `--json`.
 *
 * @throws StartError, which says how to call the command
 */
export function readJsonFlag(command: string, args: string[]): boolean {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } } }).values.json ?? false
  } catch {
    throw new StartError(`usage: npm run ${command} [-- --json]`)
  }
}
