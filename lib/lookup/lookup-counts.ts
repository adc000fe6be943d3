import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Background } from '../app/background.ts'
import type { Database } from '../db/database.ts'
import { toAcronym } from '../discovery/acronyms.ts'
import { isExplained } from '../glossary/unexplained.ts'
import type { Term } from '../schemas/term.ts'
import { type Surface, wantedName } from '../schemas/wanted.ts'
import type { Part } from './in-texts/text-to-tokens.ts'
import { createTrails, type Followed, storeTrails } from './trails.ts'

/** A lookup that has been answered. */
type Looked = {
  surface: Surface
  /** the ID of the user; null for agents with the shared token, who count as nobody */
  person: string | null
  asked: string
  /** what was found, or some of it */
  terms: readonly Pick<Term, 'id' | 'definition'>[]
  /** how many meanings were found */
  total: number
  /** names that are offered instead */
  did_you_mean?: readonly string[]
}

export type LookupCounts = {
  /** Counts a lookup. It is stored within seconds, so that nobody waits for that. */
  count(lookup: Looked): void
  /** Remembers what a person is offered instead of what they have just not found: names or the IDs of terms. */
  offer(person: string, offered: readonly string[]): void
  /** Counts that a person opens a term. It matters if its name or ID was offered. */
  open(person: string, termId: string, name?: string): void
  /**
   * Remembers what a text that was explained contained and no term explains, so that everyone may see it once it is
   * wanted.
   */
  countExplained(unknown: readonly Part[]): void
  /** Stores what has been counted. */
  store(): Promise<void>
}

/** Lookups of a name that found nothing. */
type Asked = Pick<Looked, 'surface' | 'person'> & { name: string; times: number }

const pauseMs = 2000
/** How many names can wait to be stored. More are not counted. */
const maxWaiting = 1000

/**
 * Counts lookups, for the statistics and the wanted names (contract, section 16).
 *
 * @param options `wanted`: SERVICE_WANTED; without it, no names are stored. `now` tells the time
 */
export function createLookupCounts(
  db: Database,
  background: Background,
  { wanted, now }: { wanted: boolean; now: () => Date },
): LookupCounts {
  let waiting = new Map<string, Asked>()
  let explained = new Set<string>()
  let answered = new Map<string, number>()
  const trails = createTrails(now)
  let days = { answered: 0, unanswered: 0 }
  let timer: NodeJS.Timeout | undefined

  function add({ times, ...asked }: Asked) {
    const key = JSON.stringify(asked)
    const known = waiting.get(key)
    if (known) known.times += times
    else if (waiting.size < maxWaiting) waiting.set(key, { ...asked, times })
  }

  function addAnswer(id: string, times: number) {
    const known = answered.get(id)
    if (known !== undefined || answered.size < maxWaiting) answered.set(id, (known ?? 0) + times)
  }

  function addExplained(name: string) {
    if (explained.size < maxWaiting) explained.add(name)
  }

  async function store() {
    const [names, texts, numbers, walks] = [[...waiting.values()], [...explained], days, trails.take()]
    const isCounted = numbers.answered + numbers.unanswered > 0
    if (!isCounted && texts.length + walks.size === 0) return
    waiting = new Map()
    explained = new Set()
    const answers = answered
    answered = new Map()
    days = { answered: 0, unanswered: 0 }
    try {
      await db.begin(async (tx) => {
        if (isCounted) await tx.run('lookup/count-day', numbers)
        if (answers.size > 0) {
          const rows = [...answers].map(([term_id, times]) => ({ term_id, times }))
          await tx.run('lookup/count-answers', { answered: rows })
        }
        if (texts.length > 0) await tx.run('lookup/count-explained', { names: texts })
        if (names.length > 0) await countAsked(tx, names, randomBytes(32))
        const followed = walks.size > 0 ? await storeTrails(tx, walks) : []
        if (followed.length > 0) await countFollowed(tx, followed, randomBytes(32))
      })
    } catch (error) {
      names.forEach(add)
      texts.forEach(addExplained)
      for (const [id, times] of answers) addAnswer(id, times)
      trails.putBack(walks)
      days.answered += numbers.answered
      days.unanswered += numbers.unanswered
      throw error
    }
  }

  function storeInBackground() {
    clearTimeout(timer)
    timer = undefined
    background.run('counting lookups', store)
  }

  background.signal.addEventListener('abort', () => {
    if (timer) storeInBackground()
  })

  function schedule() {
    if (background.signal.aborted) storeInBackground()
    else timer ??= setTimeout(storeInBackground, pauseMs).unref()
  }

  return {
    count({ surface, person, asked, terms, total, did_you_mean = [] }) {
      const answer = terms.find(isExplained)
      const isAnswered = answer !== undefined
      if (wanted && answer) addAnswer(answer.id, 1)
      days[isAnswered ? 'answered' : 'unanswered'] += 1
      if (wanted && isAnswered && person !== null) trails.find(person, total === 1 ? (terms[0]?.id ?? null) : null)
      if (wanted && !isAnswered) {
        const name = v.safeParse(wantedName, asked)
        if (name.success) add({ surface, person, name: name.output, times: 1 })
        if (name.success && person !== null) {
          trails.lose(person, name.output)
          trails.offer(person, did_you_mean)
        }
      }
      schedule()
    },
    offer(person, offered) {
      if (!wanted) return
      trails.offer(person, offered)
      schedule()
    },
    open(person, id, name = id) {
      if (!wanted) return
      trails.open(person, id, name)
      schedule()
    },
    countExplained(unknown) {
      if (!wanted || unknown.length === 0) return
      for (const { text } of unknown) addExplained(text)
      schedule()
    },
    store,
  }
}

/**
 * Stores lookups of the current week that found nothing, except of names that contain the name of a term.
 *
 * @param tx a transaction
 * @param newKey 32 random bytes, with which the people of the week are hashed if it has no key yet
 */
export async function countAsked(tx: Pick<Database, 'run'>, asked: readonly Asked[], newKey: Buffer) {
  const names = asked.map((each) => ({ ...each, is_public: toAcronym(each.name) !== null }))
  await tx.run('lookup/count-wanted-names', { asked: names })
  await tx.run('lookup/count-wanted-people', { asked: names, new_key: newKey })
}

/** Stores what people of the current week went on to. @param newKey as in `countAsked` */
async function countFollowed(
  tx: Pick<Database, 'run'>,
  followed: readonly (Followed & { person: string })[],
  newKey: Buffer,
) {
  await tx.run('lookup/count-learned-names', { followed })
  await tx.run('lookup/count-learned-people', { followed, new_key: newKey })
}
