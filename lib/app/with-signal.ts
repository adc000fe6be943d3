/**
 * Waits for work until a signal ends the waiting.
 *
 * @throws the reason of the signal, or what the work throws
 */
export function withSignal<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work().then(resolve, reject)
  })
}
