import { TimeLimit } from '../app/time-limit.ts'
import { Problem } from '../problem.ts'

/** The time that a request may take until its response begins. Waiting for its body does not count. */
export class Deadline {
  private hasPassed = false
  private limitMs: number
  private leftMs: number
  private reject: ((error: Problem) => void) | undefined
  private readonly clock = new TimeLimit(() => {
    this.hasPassed = true
    this.reject?.(new Problem('timeout'))
  })

  /** @param limitMs how long the request may take, unless it gets another limit */
  constructor(limitMs: number) {
    this.limitMs = limitMs
    this.leftMs = limitMs
  }

  isOver(): boolean {
    return this.hasPassed
  }

  /** @throws Problem `timeout` once the time is over, otherwise what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.reject = reject
      this.start()
      work().then(
        (result) => {
          this.stop()
          resolve(result)
        },
        (error) => {
          this.stop()
          reject(error)
        },
      )
    })
  }

  /** Sets another limit, which counts from the same start. */
  setLimit(limitMs: number): void {
    this.stop()
    this.leftMs += limitMs - this.limitMs
    this.limitMs = limitMs
    this.start()
  }

  /** Stops the clock while `work` runs. */
  async pause<Result>(work: () => Promise<Result>): Promise<Result> {
    this.stop()
    try {
      return await work()
    } finally {
      this.start()
    }
  }

  private start() {
    this.clock.start(this.leftMs)
  }

  private stop() {
    this.leftMs = this.clock.stop()
  }
}
