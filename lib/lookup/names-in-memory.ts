import { isPartOver, nextTurn } from '../app/next-turn.ts'
import { withinTime } from '../app/time-limit.ts'
import type { Database } from '../db/database.ts'
import { beforeAllIds } from '../schemas/text.ts'
import { isEnglishWord, isOrdinaryWord } from './english-words.ts'
import { createNameSet, type NameSet } from './in-texts/name-set.ts'

/** Everything that terms are called, in the memory of this process. */
export type KnownNames = {
  /**
   * Returns the names of all terms that have been added until now. Those of deleted terms may still be among them.
   * While many names are being read, it waits for a limited time, and returns those that are there.
   */
  read(): Promise<NameSet>
  /** Returns what `read` does, or null while the names are loaded for the first time. */
  readIfLoaded(): Promise<NameSet> | null
  /** Resolves once the names have been loaded for the first time. */
  loaded(): Promise<void>
  /** Says that names may have changed: the next read looks for new ones. */
  expire(): void
  /**
   * Whether `expire` is called after each change, whichever process made it. Until then, every read looks for new
   * names.
   */
  setReported(isReported: boolean): void
}

type Row = { since: string; name: string | null; term_id: string; is_full_name: boolean; key: string }
type Position = Pick<Row, 'term_id' | 'is_full_name' | 'key'>

/** Many enough that a statement is worth its time. */
const batchSize = 5000
const start: Position = { term_id: beforeAllIds, is_full_name: false, key: '' }
/** How long a change goes unnoticed whose report is lost. */
const maxAgeMs = 3000
const late = Symbol('the names are still being read')

/**
 * Creates the names of a service. Nothing is loaded before they are read.
 *
 * @param signal ends loading many names with an error
 * @param maxWaitMs how long a read waits at most
 */
export function createKnownNames(db: Database, signal: AbortSignal, maxWaitMs = 2000): KnownNames {
  const names = createNameSet(isEnglishWord, isOrdinaryWord)
  /** the transaction from which on names may be missing; undefined before all have been loaded */
  let since: string | undefined
  let isReported = false
  let changes = 0
  /** which changes the names include, and when they were read */
  let included = { changes: -1, at: 0 }
  let reading: { changes: number; done: Promise<void> } | undefined
  let next: Promise<void> | undefined

  /** Adds the names that a statement lists, batch by batch. Returns the transaction to go on from. */
  async function addAll(statement: string, params: { since?: string }) {
    let first: string | undefined
    let after: Position | undefined = start
    while (after) {
      const { term_id, is_full_name, key }: Position = after
      const next = { ...params, term_id, is_full_name, key, limit: batchSize }
      const rows: Row[] = await db.many<Row>(statement, next)
      first ??= rows[0]?.since
      for (const { name, is_full_name } of rows) {
        if (name === null) continue
        names.add(name, is_full_name)
        if (!isPartOver()) continue
        await nextTurn()
        signal.throwIfAborted()
      }
      after = rows.length === batchSize ? rows.at(-1) : undefined
    }
    return first ?? '0'
  }

  async function addNew() {
    const until = { changes, at: performance.now() }
    const last = since === undefined ? await addAll('lookup/names', {}) : await addAll('lookup/names-added', { since })
    if (since === undefined || BigInt(last) > BigInt(since)) since = last
    included = until
  }

  /**
   * Looks for new names. Those who come while it is under way share the next time, which finds what has been added
   * until then.
   */
  function refresh(): Promise<void> {
    if (!reading) {
      const done = addNew().finally(() => {
        reading = undefined
      })
      reading = { changes, done }
      return done
    }
    const { done } = reading
    if (isReported && reading.changes === changes) return done
    next ??= done
      .catch(() => {})
      .then(() => {
        next = undefined
        return refresh()
      })
    return next
  }

  const isUpToDate = () => isReported && included.changes === changes && performance.now() < included.at + maxAgeMs

  async function read() {
    if (isUpToDate()) return names
    await withinTime(maxWaitMs, refresh(), () => late).catch((error) => {
      if (error !== late) throw error
    })
    return names
  }

  return {
    read,
    readIfLoaded: () => (since === undefined ? null : read()),
    loaded: async () => (since === undefined ? (reading?.done ?? refresh()) : undefined),
    expire() {
      changes++
    },
    setReported(value) {
      isReported = value
      changes++
    },
  }
}
