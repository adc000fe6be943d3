import { Problem } from '../problem.ts'

/** The memory that the request bodies of one process may take (contract, section 18). */
export type ByteBudget = {
  /**
   * Takes memory for a body before it is read.
   *
   * @param key whose share it is taken from
   * @throws Problem `busy` if the process or the sender holds too much
   */
  take(key: string, bytes: number): void
  /** Gives back what was taken. */
  release(key: string, bytes: number): void
}

/** Of all senders together. */
const maxBytes = 96 * 1024 ** 2
/** Of one sender: a file of 20 MiB fits. */
const maxBytesPerSender = maxBytes / 3

/** Creates the budget of one process. */
export function createByteBudget(): ByteBudget {
  const held = new Map<string, number>()
  let total = 0
  return {
    take(key, bytes) {
      const own = (held.get(key) ?? 0) + bytes
      if (own > maxBytesPerSender || total + bytes > maxBytes) throw new Problem('busy')
      held.set(key, own)
      total += bytes
    },
    release(key, bytes) {
      const own = (held.get(key) ?? 0) - bytes
      if (own > 0) held.set(key, own)
      else held.delete(key)
      total -= bytes
    },
  }
}
