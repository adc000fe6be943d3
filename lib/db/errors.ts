import postgres from 'postgres'
import { Problem } from '../problem.ts'

/** Codes of postgres.js, of Node's sockets, and SQLSTATEs: connection, resources, shutdown, locks, deadlock. */
const outageCodes =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH)|(08|28|53|57|3D)...|55P03|40P01)$/

const hasCode = (error: unknown, codes: RegExp) =>
  error instanceof Error && 'code' in error && codes.test(String(error.code))

/** Whether an error means that the server cannot be reached or cannot take more work now. */
export const isOutage = (error: unknown) => hasCode(error, outageCodes)

/** Whether an error means that a statement's connection was lost, or could not be opened. */
export const isConnectionLoss = (error: unknown) =>
  isOutage(error) && hasCode(error, /^(CONNECTION_|E)/)

/** Whether a connection attempt timed out. */
export const isConnectTimeout = (error: unknown) => hasCode(error, /^CONNECT_TIMEOUT$/)

/** Whether a statement failed because a row with the same unique key exists. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '23505'

/** The Problem `database_unavailable` for an outage; other errors stay as they are. */
export const toProblem = (error: unknown) => (isOutage(error) ? unavailable(error) : error)

/** The Problem `database_unavailable`, with its cause for the log. */
export const unavailable = (cause: unknown) => new Problem('database_unavailable', {}, { cause })
