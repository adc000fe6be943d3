import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A loop that polls for work. */
export type Worker = {
  /** Polls now instead of at the end of the pause. */
  wake(): void
  /** Waits for the current piece of work, and starts no more. */
  stop(): Promise<void>
}

/**
 * Does work until none is left, pauses, and polls again. Failures are logged and followed by a pause.
 *
 * @param work does a piece of work and returns how much it did; 0 means that nothing was left to do
 */
export function startWorker(
  name: string,
  work: () => Promise<number>,
  { pauseMs, log }: { pauseMs: number; log: Log },
): Worker {
  let isStopping = false
  let sleeping = new AbortController()

  async function loop() {
    while (!isStopping) {
      sleeping = new AbortController()
      const done = await work().catch((err: unknown) => {
        log.error({ err, worker: name }, 'a worker failed and will try again')
        return 0
      })
      if (done === 0) await delay(pauseMs, null, { signal: sleeping.signal }).catch(() => {})
    }
  }

  const running = loop()
  return {
    wake: () => sleeping.abort(),
    async stop() {
      isStopping = true
      sleeping.abort()
      await running
    },
  }
}
