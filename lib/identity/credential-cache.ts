import { hash } from 'node:crypto'
import type { Actor } from './actor.ts'

/** Who a credential stands for, and when it ends by itself, in milliseconds since 1970. */
export type Verified = { actor: Actor; expires?: number }

/** What is remembered of the credentials that were verified lately. */
export type CredentialCache = {
  /**
   * Gives who a credential stands for.
   *
   * @param verify finds it out where it is not remembered; what it throws is thrown, and not remembered
   */
  recall(credential: string, verify: () => Promise<Verified>): Promise<Actor>
  /** Forgets everything, as a credential or the person behind it has changed. */
  forget(): void
  /** Says whether changes made by other processes are heard of; until then nothing is remembered. */
  trust(isHeard: boolean): void
}

/** How long a credential is remembered, in milliseconds: what a change that nobody told of may cost. */
export const memorySpan = 3000
const capacity = 10_000

/**
 * Makes a memory of verified credentials. It holds their hashes, never themselves.
 *
 * @param now the clock
 */
export function createCredentialCache(now: () => Date): CredentialCache {
  const remembered = new Map<string, { actor: Actor; until: number }>()
  let isTrusted = false
  let changes = 0

  const memory: CredentialCache = {
    async recall(credential, verify) {
      if (!isTrusted) return (await verify()).actor
      const key = hash('sha256', credential, 'base64')
      const known = remembered.get(key)
      const time = now().getTime()
      if (known && time < known.until) return known.actor
      const before = changes
      const { actor, expires = Number.POSITIVE_INFINITY } = await verify()
      // What was read before a change may be what the change has ended.
      if (before === changes) remember(key, actor, Math.min(time + memorySpan, expires))
      return actor
    },
    forget() {
      changes += 1
      remembered.clear()
    },
    trust(isHeard) {
      isTrusted = isHeard
      memory.forget()
    },
  }

  function remember(key: string, actor: Actor, until: number) {
    if (remembered.size >= capacity) remembered.clear()
    remembered.set(key, { actor, until })
  }
  return memory
}
