/** An attempt that was ended before the receiver responded. The message says why. */
export class EndedError extends Error {}

/**
 * Runs attempts to deliver a message or an event. Each ends after `timeoutMs`, whatever the connection does.
 */
export function createAttempts(timeoutMs: number) {
  const underWay = new Set<AbortController>()
  let isOver = false
  return {
    /**
     * Runs an attempt.
     *
     * @param attempt its signal is aborted when the attempt is over
     * @throws EndedError, or what the attempt throws
     */
    async run<Result>(attempt: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      if (isOver) throw stopped()
      const controller = new AbortController()
      const { signal } = controller
      const timer = setTimeout(() => controller.abort(timedOut(timeoutMs)), timeoutMs)
      const ended = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      underWay.add(controller)
      try {
        return await Promise.race([attempt(signal), ended])
      } finally {
        clearTimeout(timer)
        underWay.delete(controller)
      }
    },
    /** Ends all attempts, also those that begin later. */
    end() {
      isOver = true
      for (const controller of underWay) controller.abort(stopped())
    },
  }
}

export type Attempts = ReturnType<typeof createAttempts>

const timedOut = (timeoutMs: number) => new EndedError(`no response within ${timeoutMs / 1000} s`)
const stopped = () => new EndedError('the service stopped before there was a response')
