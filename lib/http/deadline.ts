import { Problem } from '../problem.ts'

/** The time that a request may take until its response begins. Waiting for its body does not count. */
export type Deadline = {
  /** whether the time is over */
  isOver(): boolean
  /** @throws Problem `timeout` once the time is over, otherwise what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Sets another limit, which counts from the same start. */
  setLimit(limitMs: number): void
  /** Stops the clock while `work` runs. */
  pause<Result>(work: () => Promise<Result>): Promise<Result>
}

/** @param initialLimitMs how long the request may take, unless it gets another limit */
export function createDeadline(initialLimitMs: number): Deadline {
  let isOver = false
  let limitMs = initialLimitMs
  let leftMs = limitMs
  let startedAt = 0
  let timer: NodeJS.Timeout | undefined
  let expire = () => {}
  const expired = new Promise<never>((_, reject) => {
    expire = () => {
      isOver = true
      reject(new Problem('timeout'))
    }
  })
  function start() {
    startedAt = performance.now()
    timer = setTimeout(expire, Math.max(0, leftMs))
  }
  function stop() {
    clearTimeout(timer)
    leftMs -= performance.now() - startedAt
  }
  return {
    isOver: () => isOver,
    async run(work) {
      start()
      try {
        return await Promise.race([work(), expired])
      } finally {
        stop()
      }
    },
    setLimit(newLimitMs) {
      stop()
      leftMs += newLimitMs - limitMs
      limitMs = newLimitMs
      start()
    },
    async pause(work) {
      stop()
      try {
        return await work()
      } finally {
        start()
      }
    },
  }
}
