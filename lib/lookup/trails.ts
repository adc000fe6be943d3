import { fold } from '../schemas/text.ts'

/** How many people are remembered, and how long. */
const most = { people: 10_000, ms: 5 * 60 * 1000 }

/** The last name that a person did not find, and what they were offered instead. */
type Trail = { name: string; at: number; offered: Set<string> }

/** Remembers what people did not find, to learn from what they find next (contract, section 20). */
export type Trails = ReturnType<typeof createTrails>

/** @param now tells the time */
export function createTrails(now: () => Date) {
  const trails = new Map<string, Trail>()

  /** What a person did not find lately. It is forgotten with the first thing that they find. */
  function take(person: string): string | null {
    const trail = trails.get(person)
    trails.delete(person)
    return trail && isRecent(trail) ? trail.name : null
  }

  const isRecent = ({ at }: Trail) => now().getTime() - at <= most.ms

  return {
    /** A person did not find a name. */
    lose(person: string, name: string) {
      trails.delete(person)
      trails.set(person, { name, at: now().getTime(), offered: new Set() })
      const [oldest = person] = trails.keys()
      if (trails.size > most.people) trails.delete(oldest)
    },
    /** A person was offered names or the IDs of terms instead of what they did not find. */
    offer(person: string, offered: readonly string[]) {
      const trail = trails.get(person)
      for (const each of offered) trail?.offered.add(fold(each))
    },
    take,
    /** Like `take`, if a person opens what they were offered: a name or the ID of a term. */
    takeOffered(person: string, opened: readonly string[]): string | null {
      const offered = trails.get(person)?.offered
      return offered && opened.some((each) => offered.has(fold(each))) ? take(person) : null
    },
  }
}
