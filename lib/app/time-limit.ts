/** How often the limits are checked: one may be exceeded by this time. */
const checkIntervalMs = 250

const running = new Set<TimeLimit>()
let timer: NodeJS.Timeout | undefined

/**
 * How long something may take. One timer checks all limits that run, because a timer for each request and each
 * statement takes a tenth of the time of a small request.
 */
export class TimeLimit {
  private readonly expire: () => void
  private endsAt = 0

  /** @param expire called once the time is over, at most a quarter of a second later */
  constructor(expire: () => void) {
    this.expire = expire
  }

  /** Starts the clock. @param limitMs a negative limit is over already */
  start(limitMs: number): void {
    this.endsAt = performance.now() + limitMs
    running.add(this)
    timer ??= setInterval(checkAll, checkIntervalMs).unref()
  }

  /** Stops the clock. Returns how many milliseconds were left. */
  stop(): number {
    running.delete(this)
    return this.endsAt - performance.now()
  }

  /** Stops the clock and calls `expire` if the time is over. */
  check(now: number): void {
    if (now < this.endsAt) return
    running.delete(this)
    this.expire()
  }
}

function checkAll() {
  const now = performance.now()
  for (const limit of running) limit.check(now)
  if (running.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/**
 * Waits for work for a limited time.
 *
 * @param late creates the error for work that takes longer
 * @throws what `late` returns, or what the work throws
 */
export function withinTime<Result>(limitMs: number, work: PromiseLike<Result>, late: () => unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limit = new TimeLimit(() => reject(late()))
    limit.start(limitMs)
    work.then(
      (result) => {
        limit.stop()
        resolve(result)
      },
      (error) => {
        limit.stop()
        reject(error)
      },
    )
  })
}

/**
 * Waits for work until a signal ends the waiting.
 *
 * @throws the reason of the signal, or what the work throws
 */
export function withSignal<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work().then(resolve, reject)
  })
}
