import { setTimeout as delay } from 'node:timers/promises'
import { withinTime, withSignal } from '../app/time-limit.ts'
import { Problem } from '../problem.ts'
import type { ClientPool } from './client-pool.ts'
import { DeadlineError } from './deadline.ts'
import { isUnresponsive } from './errors.ts'
import { bind } from './statements.ts'

const pauseMs = 1000
const readTimeoutMs = 2000

/**
 * Refuses what writes, at once, while commits hang because a standby is gone (contract, section 18). A commit that is
 * given up keeps its connection of PostgreSQL until it ends: with more and more of them, none would be left for reads.
 *
 * After a write that got no response, one commit without meaning waits on a connection of the pool until commits end.
 * If reads get no response either, it is another outage, and every write is tried.
 *
 * @param pool runs what writes
 * @param read runs a statement that reads
 */
export function refuseWhileHanging(pool: ClientPool, read: () => Promise<unknown>): ClientPool {
  let isWatching = false
  let isHanging = false

  async function watch() {
    isWatching = true
    const outage = new AbortController()
    const { text } = bind('db/commit-probe', {})
    pool
      .use((sql) => withSignal(outage.signal, async () => sql.unsafe(text)))
      .catch(() => {})
      .finally(() => {
        isWatching = false
        isHanging = false
      })
    const late = () => new DeadlineError()
    while (isWatching) {
      await delay(pauseMs, undefined, { ref: false })
      await withinTime(readTimeoutMs, read(), late).catch(() => outage.abort(late()))
      isHanging = isWatching && !outage.signal.aborted
    }
  }

  return {
    ...pool,
    async use(work, sender) {
      if (isHanging) throw new Problem('database_busy', { detail })
      try {
        return await pool.use(work, sender)
      } catch (error) {
        if (!isWatching && error instanceof Problem && isUnresponsive(error.cause)) void watch()
        throw error
      }
    },
  }
}

const detail =
  'The database can be read, but stores nothing at the moment, so this was not stored. Try again in a minute.'
