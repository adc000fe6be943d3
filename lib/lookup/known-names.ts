import type { Database } from '../db/database.ts'
import { beforeAllIds } from '../schemas/text.ts'
import { createNameSet, type NameSet } from './name-set.ts'

/** Everything that terms are called, in the memory of this process. */
export type KnownNames = {
  /**
   * Returns the names of all terms that have been added until now. Those of deleted terms may still be among them.
   * The first call loads them, which takes seconds for a large glossary.
   */
  read(): Promise<NameSet>
  /** Returns what `read` does, or null while the names are being loaded. */
  readIfLoaded(): Promise<NameSet> | null
}

type Row = {
  since: string
  name: string | null
  term_id: string
  is_full_name: boolean
  key: string
}
type Position = Pick<Row, 'term_id' | 'is_full_name' | 'key'>

/** Few enough to add between two requests without delaying them. */
const batchSize = 500
const start: Position = {
  term_id: beforeAllIds,
  is_full_name: false,
  key: '',
}

/**
 * Creates the names of a service. Nothing is loaded before they are read.
 *
 * @param signal ends loading many names with an error
 */
export function createKnownNames(db: Database, signal: AbortSignal): KnownNames {
  let loading: Promise<Loaded> | undefined
  let isLoaded = false

  async function load() {
    const names = createNameSet()
    return { names, since: await addAll(names, 'lookup/names', {}) }
  }

  /** Adds the names that a statement lists, batch by batch. Returns the transaction to go on from. */
  async function addAll(names: NameSet, statement: string, params: { since?: string }) {
    let since: string | undefined
    let after: Position | undefined = start
    while (after) {
      const { term_id, is_full_name, key }: Position = after
      const next = { ...params, term_id, is_full_name, key, limit: batchSize }
      const rows: Row[] = await db.many<Row>(statement, next)
      for (const { name } of rows) if (name !== null) names.add(name)
      since ??= rows[0]?.since
      after = rows.length === batchSize ? rows.at(-1) : undefined
      if (after) signal.throwIfAborted()
    }
    return since ?? '0'
  }

  async function read() {
    loading ??= load()
    const loaded = await loading.catch((error) => {
      loading = undefined // so that the next call tries again
      throw error
    })
    isLoaded = true
    const since = await addAll(loaded.names, 'lookup/names-added', { since: loaded.since })
    if (BigInt(since) > BigInt(loaded.since)) loaded.since = since
    return loaded.names
  }

  return { read, readIfLoaded: () => (isLoaded ? read() : null) }
}

type Loaded = { names: NameSet; since: string }
