import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats a check until it succeeds.
 *
 * @param what describes the expected state in the error message
 * @param check returns whether the state is reached; throwing counts as false
 * @param maxSeconds a limit for tests that would hang, not an expectation
 */
export async function eventually(
  what: string,
  check: () => unknown | Promise<unknown>,
  maxSeconds = 90,
): Promise<void> {
  const end = performance.now() + maxSeconds * 1000
  let reason: unknown
  while (performance.now() < end) {
    try {
      if (await check()) return
    } catch (error) {
      reason = error
    }
    await delay(20)
  }
  throw new Error(`this did not happen: ${what}`, { cause: reason })
}
