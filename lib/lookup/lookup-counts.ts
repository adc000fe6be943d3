import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { storable } from '../schemas/text.ts'
import { looksLikeName, type Surface } from '../schemas/wanted.ts'

/** A lookup that has been answered. */
export type Looked = {
  surface: Surface
  /** who counts as one person: a user's ID, or 'mcp' for all agents with the shared token */
  person: string
  asked: string
  /** the step that found it, or `none` */
  match: string
}

export type LookupCounts = {
  /** Counts a lookup. It is stored within seconds, so that nobody waits for that. */
  count(lookup: Looked): void
  /** Stores what has been counted. */
  store(): Promise<void>
}

type Wanted = Pick<Looked, 'surface' | 'person'> & { name: string; times: number }

const pauseMs = 2000
/** How many names can wait to be stored. More are not counted. */
const maxWaiting = 1000

/**
 * Counts lookups, for the statistics and the wanted names (contract, section 16).
 *
 * @param options `wanted`: SERVICE_WANTED; without it, no names are stored
 */
export function createLookupCounts(
  db: Database,
  background: Background,
  { wanted }: { wanted: boolean },
): LookupCounts {
  let waiting = new Map<string, Wanted>()
  let days = { answered: 0, unanswered: 0 }
  let isScheduled = false

  function add({ times, ...asked }: Wanted) {
    const key = JSON.stringify(asked)
    const known = waiting.get(key)
    if (known) known.times += times
    else if (waiting.size < maxWaiting) waiting.set(key, { ...asked, times })
  }

  async function store() {
    const [names, numbers] = [[...waiting.values()], days]
    if (numbers.answered + numbers.unanswered === 0) return
    waiting = new Map()
    days = { answered: 0, unanswered: 0 }
    try {
      await db.begin(async (tx) => {
        await tx.run('wanted/count-day', numbers)
        if (names.length === 0) return
        await tx.run('wanted/count-names', { asked: names })
        await tx.run('wanted/count-people', { asked: names, new_key: randomBytes(32) })
      })
    } catch (error) {
      names.forEach(add)
      days.answered += numbers.answered
      days.unanswered += numbers.unanswered
      throw error
    }
  }

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    background.run('counting lookups', async () => {
      await delay(pauseMs, null, { signal: background.signal }).catch(() => {})
      isScheduled = false
      await store()
    })
  }

  return {
    count({ surface, person, asked, match }) {
      days[match === 'none' ? 'unanswered' : 'answered'] += 1
      const name = storable(asked).trim()
      if (wanted && match === 'none' && name !== '' && looksLikeName(name)) {
        add({ surface, person, name, times: 1 })
      }
      schedule()
    },
    store,
  }
}
