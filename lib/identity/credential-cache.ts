import { hash } from 'node:crypto'
import type { Actor } from './actor.ts'

export type Verified = {
  actor: Actor
  /** when the credential expires, in milliseconds since 1970 */
  expiresAtMs?: number
}

/** What a credential is presented as: the same text may be valid as one of them and not as another. */
type CredentialKind = 'session' | 'API token' | 'access token' | 'embed key'

/** A cache of verified credentials. It is disabled at first. */
export type CredentialCache = {
  /**
   * Returns the actor of a credential.
   *
   * @param verify called if the credential is not in the cache; errors are passed on and not cached
   */
  getOrVerify(kind: CredentialKind, credential: string, verify: () => Promise<Verified>): Promise<Actor>
  /** Removes all entries. Call it when a credential or its user has changed. */
  clear(): void
  /** Enable the cache only while changes made by other processes are reported to this one. */
  setEnabled(isEnabled: boolean): void
}

/** How long an entry lives, which is also how long a change that was not reported goes unnoticed. */
export const ttlMs = 3000
const maxEntries = 10_000

/**
 * Creates a cache. It stores hashes of credentials, never the credentials themselves.
 *
 * @param now returns the current time
 */
export function createCredentialCache(now: () => Date): CredentialCache {
  const entries = new Map<string, { actor: Actor; expiresAtMs: number }>()
  let isEnabled = false
  let generation = 0

  function clear() {
    generation += 1
    entries.clear()
  }

  return {
    async getOrVerify(kind, credential, verify) {
      if (!isEnabled) return (await verify()).actor
      const key = hash('sha256', `${kind} ${credential}`, 'base64')
      const cached = entries.get(key)
      const nowMs = now().getTime()
      if (cached && nowMs < cached.expiresAtMs) return cached.actor
      const startGeneration = generation
      const { actor, expiresAtMs = Number.POSITIVE_INFINITY } = await verify()
      // A change during the verification may have made its result obsolete.
      if (generation === startGeneration) {
        if (entries.size >= maxEntries) entries.clear()
        entries.set(key, { actor, expiresAtMs: Math.min(nowMs + ttlMs, expiresAtMs) })
      }
      return actor
    },
    clear,
    setEnabled(value) {
      isEnabled = value
      clear()
    },
  }
}
