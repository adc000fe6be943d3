import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until the answer is yes.
 *
 * @param what for the message if it never is
 * @param ask what it throws counts as no
 * @param seconds how long it may take at most; a bound, not an expectation
 */
export async function eventually(
  what: string,
  ask: () => unknown | Promise<unknown>,
  seconds = 30,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  let reason: unknown
  while (performance.now() < end) {
    try {
      if (await ask()) return
    } catch (error) {
      reason = error
    }
    await delay(20)
  }
  throw new Error(`it never came true: ${what}`, { cause: reason })
}
