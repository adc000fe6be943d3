import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { fold } from '../schemas/text.ts'

/** The last name that a person did not find, and what they were offered instead: folded names, or the IDs of terms. */
export type Trail = { name: string; lost_at: number; offered: string[] }

/** What a person did, at a time in milliseconds. */
export type Step = { at: number } & (
  | { did: 'lose'; name: string }
  | { did: 'see'; offered: string[] }
  /** null: several terms, or something that is no term */
  | { did: 'find'; term_id: string | null }
  | { did: 'open'; term_id: string; as: string[] }
)

/** What a person went on to after they had not found a name. */
export type Followed = { name: string; term_id: string }

/** How long a name that was not found is remembered. */
const rememberedMs = 5 * 60 * 1000
/** What more people do within two seconds, or one person, is not followed. */
const most = { people: 1000, steps: 50, offered: 100 }

/**
 * Follows a person from where they were. The first thing that they find, or open of what they were offered, ends their
 * trail (contract, section 20); what came before the trail does not.
 *
 * @param trail null if they have found everything so far
 * @returns where they are then, and what they went on to
 */
export function follow(trail: Trail | null, steps: readonly Step[]): { trail: Trail | null; followed: Followed[] } {
  const followed: Followed[] = []
  let current = trail
  for (const step of steps) {
    if (step.did === 'lose') {
      current = { name: step.name, lost_at: step.at, offered: [] }
    } else if (current && step.at >= current.lost_at) {
      const { name, lost_at, offered } = current
      if (step.did === 'see') {
        current = { name, lost_at, offered: [...new Set([...offered, ...step.offered])].slice(0, most.offered) }
      } else if (step.did === 'find' || step.as.some((as) => offered.includes(as))) {
        const isRecent = step.at - lost_at <= rememberedMs
        if (isRecent && step.term_id !== null) followed.push({ name, term_id: step.term_id })
        current = null
      }
    }
  }
  return { trail: current, followed }
}

/**
 * Collects what people do, until it is stored. Where they were is stored as well, because their next request may come
 * to another process.
 *
 * @param now tells the time
 */
export function createTrails(now: () => Date) {
  let walks = new Map<string, Step[]>()

  type Deed<Each> = Each extends Step ? Omit<Each, 'at'> : never

  function add(person: string, deed: Deed<Step>) {
    const steps = walks.get(person) ?? []
    if (steps.length === 0 && walks.size >= most.people) return
    if (steps.length < most.steps) walks.set(person, [...steps, { ...deed, at: now().getTime() }])
  }

  return {
    /** A person did not find a name. */
    lose: (person: string, name: string) => add(person, { did: 'lose', name }),
    /** A person was offered names or the IDs of terms instead of what they did not find. */
    offer(person: string, offered: readonly string[]) {
      if (offered.length > 0) add(person, { did: 'see', offered: offered.slice(0, most.offered).map(fold) })
    },
    /** A person found a term, or several. */
    find: (person: string, termId: string | null) => add(person, { did: 'find', term_id: termId }),
    /** A person opened a term, which counts if they were offered its name or ID. */
    open: (person: string, termId: string, name: string) =>
      add(person, { did: 'open', term_id: termId, as: [termId, name].map(fold) }),
    /** Returns what has been collected, and begins anew. */
    take() {
      const taken = walks
      walks = new Map()
      return taken
    },
    /** Puts back what could not be stored. */
    putBack(taken: ReadonlyMap<string, Step[]>) {
      walks = new Map([...taken].map(([person, steps]) => [person, [...steps, ...(walks.get(person) ?? [])]]))
    },
  }
}

type Stored = { person: string; name: string; offered: string[]; lost_at: string }

/**
 * Stores where people are after what they did.
 *
 * @param tx a transaction
 * @returns what they went on to
 */
export async function storeTrails(
  tx: Pick<Database, 'run' | 'many'>,
  walks: ReadonlyMap<string, Step[]>,
): Promise<(Followed & { person: string })[]> {
  const new_key = randomBytes(32)
  const rows = await tx.many<Stored>('lookup/lock-trails', { people: [...walks.keys()], new_key })
  const trails = new Map(rows.map(({ person, ...row }) => [person, { ...row, lost_at: Date.parse(row.lost_at) }]))
  const all: (Followed & { person: string })[] = []
  const changed: object[] = []
  for (const [person, steps] of walks) {
    const before = trails.get(person) ?? null
    const { trail, followed } = follow(before, steps)
    all.push(...followed.map((each) => ({ ...each, person })))
    if (trail === before) continue
    changed.push({ person, ...trail, lost_at: new Date(trail?.lost_at ?? 0).toISOString() })
  }
  if (changed.length > 0) await tx.run('lookup/store-trails', { trails: changed, new_key })
  return all
}
