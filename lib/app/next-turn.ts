/** How long a part of long work takes at most, in ms: whoever needs several turns waits for one part in each. */
const maxPartMs = 5

let last: Promise<void> = Promise.resolve()

/** A browser has no `setImmediate`. */
const nextPoll = () =>
  new Promise<void>((resolve) => (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve)))

/**
 * Lets others be served between the parts of long work. Of all work that waits, one part runs in a turn of the event
 * loop: otherwise the parts of many requests would keep others waiting together.
 */
export function nextTurn(): Promise<void> {
  last = last.then(nextPoll)
  return last
}

/**
 * Creates a function that says whether this turn of the event loop has gone on for long enough since it was first asked
 * in it, whoever has asked.
 */
export function createTurnClock(maxMs: number): () => boolean {
  let started: number | undefined
  return () => {
    const now = performance.now()
    if (started === undefined) {
      started = now
      nextPoll().then(() => {
        started = undefined
      })
    }
    return now - started > maxMs
  }
}

/** Whether long work should go on in the next turn: `if (isPartOver()) await nextTurn()`. */
export const isPartOver = createTurnClock(maxPartMs)
