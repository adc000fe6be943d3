import type { Role } from '../../lib/schemas/user.ts'
import type { Term, World } from './world.ts'

// What people write and choose, drawn.

/** Chooses at random, always the same from the same world and seed. */
export type Pick = ReturnType<typeof createPick>
export function createPick(random: () => number, { people }: World) {
  const below = (count: number) => Math.floor(random() * count)
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const some = <Item>(items: readonly Item[], most: number) => Array.from({ length: 1 + below(most) }, () => one(items))
  return {
    ...{ below, one, some },
    chance: (share: number) => random() < share,
    text: () => `Text ${below(1000)}.`,
    version: ({ version }: Term) => (random() < 0.9 ? version : Math.max(1, version - 1)),
    /** Somebody, mostly with the role that a request needs; anybody for what viewers may do. */
    person(role: Role | 'public' = 'viewer') {
      const able = people.filter(({ is_active }) => is_active)
      const fit = role === 'viewer' ? [] : able.filter((person) => person.role === role)
      return one(fit.length > 0 && random() < 0.8 ? fit : able)
    },
  }
}

export const roles: readonly Role[] = ['viewer', 'editor', 'admin']
export const names = ['SLA', 'SLO', 'QZA', 'QZB', 'qzc', 'run book', 'Cut-Off', 'P.O.', 'CI/CD', 'cicd']
const categories = [null, 'Ops', 'ops', 'Law']
export const fields: Record<string, (pick: Pick) => unknown> = {
  definition: ({ text }) => text(),
  name: ({ one }) => one(names),
  full_name: ({ one }) => one([null, null, 'Service Level Agreement', 'Quality Zone', 'run book']),
  category: ({ one }) => one(categories),
  aliases: ({ one }) => one([[], ['qz one'], ['qz two'], ['qz three']]),
  in_texts: ({ one }) => one(['auto', 'exact', 'never']),
}
export const write = (pick: Pick, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, fields[key]?.(pick)]))

export const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id)
export const proposalsOf = ({ terms }: World) => terms.flatMap(({ proposals }) => proposals)
export const disputesOf = ({ terms }: World) => terms.flatMap(({ disputes }) => disputes)
