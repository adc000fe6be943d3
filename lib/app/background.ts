import type { Log } from './log.ts'

/** Work that continues after the response has been sent. */
export type Background = {
  /** Starts work. If it fails, the error is logged under `name`. */
  run(name: string, work: () => Promise<unknown>): void
  /** Aborted when the service stops, so that long-running work can end early. */
  signal: AbortSignal
  /** Aborts `signal`. */
  stop(): void
  /** Waits until all work is done. */
  settle(): Promise<void>
}

/** @param log receives failures */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  return {
    signal: stopping.signal,
    stop: () => stopping.abort(),
    run(name, work) {
      const promise = work().then(
        () => {},
        (err) => log.error({ err, work: name }, 'background work failed'),
      )
      running.add(promise)
      promise.finally(() => running.delete(promise))
    },
    async settle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
