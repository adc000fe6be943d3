import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { Problem, type ProblemCode } from '../problem.ts'

/**
 * Codes of postgres.js, of Node's sockets, SQLSTATEs (PostgreSQL, appendix A) and our own, by the problem that they
 * mean; the first match counts.
 */
const outages: [ProblemCode, RegExp][] = [
  ['timeout', /^(RESPONSE_TIMEOUT|57014)$/],
  ['database_full', /^(53100|58030|ENOSPC)$/],
  ['database_busy', /^(53...|55P03|40P01)$/],
  [
    'database_unreachable',
    // 25006 is what a standby says: the primary is elsewhere.
    /^(CONNECT_TIMEOUT|CONNECTION_\w+|E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH)|(08|28|57|3D)...|25006)$/,
  ],
]

function codeOf(error: unknown) {
  if (!(error instanceof Error && 'code' in error)) return ''
  // A Unix socket that does not exist is an outage; a file is not.
  const isMissingSocket = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return isMissingSocket ? 'ECONNREFUSED' : String(error.code)
}

/** Returns the problem that an error means, if the server cannot be reached or cannot take more work now. */
const findOutage = (error: unknown) => outages.find(([, codes]) => codes.test(codeOf(error)))?.[0]

/** Whether an error means that the server cannot be reached or cannot take more work now. */
export const isOutage = (error: unknown) => findOutage(error) !== undefined

/**
 * Whether an error means that a statement's connection was lost, could not be opened, or does not respond. With a code
 * that starts with 57P0, the server says that it closes the connection.
 */
export const isConnectionLoss = (error: unknown) =>
  isOutage(error) && /^(CONNECTION_|RESPONSE_|E|57P0)/.test(codeOf(error))

/** Whether the server does not respond: it neither accepts nor refuses connections and statements. */
export const isUnresponsive = (error: unknown) => /^(CONNECT_TIMEOUT|RESPONSE_TIMEOUT)$/.test(codeOf(error))

/**
 * Whether an outage ends by itself, such as a restart. A wrong password or database name does not, nor does a standby,
 * or a parameter that PgBouncer refuses.
 */
export const isTemporary = (error: unknown) =>
  isOutage(error) &&
  !/^(28|3D|25006)/.test(codeOf(error)) &&
  !(error as Error).message.startsWith('unsupported startup parameter')

/**
 * Whether the server refuses us for a reason that its administrator, or another URL, can remove: a right that is
 * missing, also to use the schema (3F000), a parameter that it does not know, being a standby, or its certificate.
 */
export const isRefusal = (error: unknown) =>
  /^(42501|3F000|42704|25006)$|CERT|SIGNATURE|ERR_(SSL|TLS)/.test(codeOf(error))

/** What the server, the driver or the socket says about an error: sometimes only a code. */
export const reasonOf = (error: unknown): string => (error instanceof Error && error.message) || codeOf(error)

/** Whether a statement failed because of the constraint or unique index with this name. */
export const isViolation = (error: unknown, constraint: string) =>
  error instanceof postgres.PostgresError && error.constraint_name === constraint

/** Whether PostgreSQL ended a transaction because it and others waited for each other. Nothing of it was stored. */
const isDeadlock = (error: unknown) => codeOf(error) === '40P01'

/** How long we wait before that, so that those who waited for our locks get them first. */
const deadlockPauseMs = 50

/** Runs a transaction once more, as a whole, if PostgreSQL ends it because it and others wait for each other. */
export async function despiteDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  try {
    return await transaction()
  } catch (error) {
    if (!isDeadlock(error)) throw error
    await delay(deadlockPauseMs)
    return transaction()
  }
}

/** The Problem with status 503 for an outage; other errors stay as they are. */
export function toProblem(error: unknown): unknown {
  const code = findOutage(error)
  if (!code) return error
  const detail = 'Others were changing the same things at that moment, so nothing was stored. Try again.'
  return new Problem(code, isDeadlock(error) ? { detail } : {}, { cause: error })
}

/** The Problem `database_unreachable`, with its cause for the log. */
export const unavailable = (cause: unknown) => new Problem('database_unreachable', {}, { cause })
