/** Who does work, and how much there is for it at the moment. */
type Worker = { busy: number }

/** What asks for a worker. */
export type Turn = {
  /** what the work counts for */
  load: number
  /** Of one kind no more have their turn at a time than there are workers: these would do the same at once. */
  kind?: string
}

type Waiting<W extends Worker> = {
  turn: Turn
  go: (worker: W) => void
  refuse: (error: unknown) => void
}

export type Turns<W extends Worker> = {
  /**
   * Takes the least busy worker; at once, or when it is one's turn.
   *
   * @param turn to be released again
   * @throws whatever `refuseWaiting` was given meanwhile
   */
  take(turn: Turn): W | Promise<W>
  /** Takes the load off a worker: the next in the queue may have it. */
  release(worker: W, turn: Turn): void
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
  const kinds: string[] = []
  let total = 0

  const mayGo = ({ kind }: Turn) =>
    total < full && (!kind || kinds.filter((each) => each === kind).length < workers.length)

  function claim({ load, kind }: Turn): W {
    const worker = workers.reduce((least, next) => (next.busy < least.busy ? next : least))
    worker.busy += load
    total += load
    if (kind) kinds.push(kind)
    return worker
  }

  function handOut() {
    const next = queue.find(({ turn }) => mayGo(turn))
    if (!next) return
    queue.splice(queue.indexOf(next), 1)
    next.go(claim(next.turn))
    handOut()
  }

  return {
    take: (turn) =>
      mayGo(turn) ? claim(turn) : new Promise((go, refuse) => queue.push({ turn, go, refuse })),
    release(worker, { load, kind }) {
      worker.busy -= load
      total -= load
      if (kind) kinds.splice(kinds.indexOf(kind), 1)
      handOut()
    },
    refuseWaiting(error) {
      for (const { refuse } of queue.splice(0)) refuse(error)
    },
  }
}
