import { setTimeout as delay } from 'node:timers/promises'

/** How long a start waits for others, and who is told. */
export type Patience = {
  /**
   * Tries again and again until `attempt` returns something.
   *
   * @param what completes the sentence "waiting for …"
   * @throws PatienceError, the reason of the signal, or what `attempt` throws
   */
  until<Result>(what: string, attempt: () => Promise<Result | undefined>): Promise<Result>
}

/** A start has waited for too long. */
export class PatienceError extends Error {}

const reportPauseMs = 5000
const attemptPauseMs = 200

type PatienceOptions = {
  /** limits all waiting together */
  timeoutSeconds?: number
  /** called with a sentence every five seconds of waiting */
  report?(sentence: string): void
  signal?: AbortSignal | undefined
}

/** Creates the patience of one start (contract, section 19). By default, it has no end. */
export function createPatience({
  timeoutSeconds = Infinity,
  report = () => {},
  signal,
}: PatienceOptions = {}): Patience {
  const started = performance.now()
  const deadline = started + timeoutSeconds * 1000
  let reportAt = started + reportPauseMs
  return {
    async until(what, attempt) {
      for (;;) {
        const result = await attempt()
        if (result !== undefined) return result
        signal?.throwIfAborted()
        const now = performance.now()
        if (now >= deadline) {
          throw new PatienceError(
            `SERVICE_START_TIMEOUT_SECONDS is over: ${timeoutSeconds} seconds of waiting for ${what}`,
          )
        }
        if (now >= reportAt) {
          report(`waiting for ${what}`)
          reportAt = now + reportPauseMs
        }
        await delay(attemptPauseMs, undefined, { signal })
      }
    },
  }
}
