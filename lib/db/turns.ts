/** Who does work, and how much there is for it at the moment. */
type Worker = { busy: number }

type Waiting<W extends Worker> = {
  load: number
  go: (worker: W) => void
  refuse: (error: unknown) => void
}

export type Turns<W extends Worker> = {
  /**
   * Takes the least busy worker; at once, or when it is one's turn.
   *
   * @param load what the work counts for; to be released again
   * @throws whatever `refuseWaiting` was given meanwhile
   */
  take(load: number): W | Promise<W>
  /** Takes a load off a worker: the next in the queue may have it. */
  release(worker: W, load: number): void
  /** Fails all who wait. */
  refuseWaiting(error: unknown): void
}

/**
 * A queue before workers. Who would queue at one of them might wait behind something slow while the
 * others are done; here, whoever came first gets the first that has room.
 *
 * @param workers may be replaced meanwhile
 * @param full with that much to do, they get no more
 */
export function createTurns<W extends Worker>(workers: readonly W[], full: number): Turns<W> {
  const queue: Waiting<W>[] = []
  let total = 0

  function claim(load: number): W | undefined {
    if (total >= full) return undefined
    const worker = workers.reduce((least, next) => (next.busy < least.busy ? next : least))
    worker.busy += load
    total += load
    return worker
  }

  function handOut() {
    const next = queue[0]
    const worker = next && claim(next.load)
    if (!worker) return
    queue.shift()
    next.go(worker)
    handOut()
  }

  return {
    take: (load) => claim(load) ?? new Promise((go, refuse) => queue.push({ load, go, refuse })),
    release(worker, load) {
      worker.busy -= load
      total -= load
      handOut()
    },
    refuseWaiting(error) {
      for (const { refuse } of queue.splice(0)) refuse(error)
    },
  }
}
