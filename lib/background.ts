import type { Log } from './log.ts'

/** Work that goes on after the answer was sent. */
export type Background = {
  /** Starts work of that name; a failure is logged, never thrown. */
  run(name: string, work: () => Promise<unknown>): void
  /** Aborts when the service stops: work that takes its time ends soon, then. */
  signal: AbortSignal
  /** Says that the service stops. */
  stop(): void
  /** Waits until no work is left. */
  settle(): Promise<void>
}

/** @param log where failures go */
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
