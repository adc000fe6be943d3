import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Work that comes again and again, in one process as long as that lives. */
export type Worker = {
  /** Looks for work now instead of at the end of the pause. */
  wake(): void
  /** Waits for what is being done, and does no more. */
  stop(): Promise<void>
}

/**
 * Does work until none is left, pauses, and looks again. A failure is logged, and ends in the pause.
 *
 * @param work does a piece of work; gives how much it did, 0 for none
 * @param pause milliseconds
 */
export function startWorker(
  name: string,
  work: () => Promise<number>,
  { pause, log }: { pause: number; log: Log },
): Worker {
  let isStopping = false
  let sleeping = new AbortController()

  async function run() {
    while (!isStopping) {
      sleeping = new AbortController()
      const done = await work().catch((err: unknown) => {
        log.error({ err, worker: name }, 'a worker failed and will go on')
        return 0
      })
      if (done === 0) await delay(pause, null, { signal: sleeping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    wake: () => sleeping.abort(),
    async stop() {
      isStopping = true
      sleeping.abort()
      await running
    },
  }
}
