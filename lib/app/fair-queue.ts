/** Runs one piece of work at a time. */
type FairQueue = {
  /**
   * Runs work when it is its turn. Those who wait take turns, however much work each of them has.
   *
   * @param sender whose work it is
   */
  run<Result>(sender: string, work: () => Promise<Result>): Promise<Result>
}

/** Creates a queue in which the work of one sender waits behind that of others. */
export function createFairQueue(): FairQueue {
  /** what waits, by sender; whoever comes next is the first */
  const waiting = new Map<string, (() => void)[]>()
  let isBusy = false

  function startNext() {
    const [sender, [start, ...others] = []] = waiting.entries().next().value ?? []
    isBusy = start !== undefined
    if (sender === undefined) return
    waiting.delete(sender)
    if (others.length > 0) waiting.set(sender, others) // behind everyone else
    start?.()
  }

  return {
    async run(sender, work) {
      if (isBusy) {
        await new Promise<void>((start) => {
          waiting.set(sender, [...(waiting.get(sender) ?? []), start])
        })
      }
      isBusy = true
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}
