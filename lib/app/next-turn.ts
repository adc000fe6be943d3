import { setImmediate as nextPoll } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Lets others be served between the parts of long work. Of all work that waits, one part runs in a turn of the event loop: otherwise
 * the parts of many requests would keep others waiting together.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => nextPoll())
  return last
}
