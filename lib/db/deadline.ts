import { withinTime } from '../app/time-limit.ts'

/** How long PostgreSQL works on a statement before it cancels it. */
export const statementTimeoutMs = 10_000
/** How long a response of PostgreSQL is awaited. A server that is that late has stopped responding. */
export const responseTimeoutMs = 12_000

/** PostgreSQL has not responded in time. Its connection cannot be used any more. */
export class DeadlineError extends Error {
  readonly code = 'RESPONSE_TIMEOUT'

  constructor() {
    super(`PostgreSQL did not respond within ${responseTimeoutMs / 1000} seconds`)
  }
}

/**
 * Waits for a response of PostgreSQL.
 *
 * @throws DeadlineError if it does not come in time, otherwise what `response` throws
 */
export const withDeadline = <Result>(response: PromiseLike<Result>): Promise<Result> =>
  withinTime(responseTimeoutMs, response, () => new DeadlineError())
