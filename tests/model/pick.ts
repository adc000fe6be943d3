import type { Role } from '../../lib/schemas/user.ts'
import type { Sent } from './rules.ts'
import type { Person, Term, World } from './world.ts'

// What people write and choose, drawn.

/** What a request has beside the method and the path; null if there is nothing that it could be about. */
export type Send = (world: World, pick: Pick) => (Omit<Sent, 'as'> & { as?: Person; query?: string }) | null
/** Chooses at random, always the same from the same world and seed. */
export type Pick = ReturnType<typeof createPick>
export function createPick(random: () => number, world: World) {
  const below = (count: number) => Math.floor(random() * count)
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const some = <Item>(items: readonly Item[], most: number) => Array.from({ length: 1 + below(most) }, () => one(items))
  return {
    below,
    one,
    some,
    chance: (share: number) => random() < share,
    /** Somebody, mostly with the role that a request needs; anybody for what viewers may do. */
    person(role: Role | 'public' = 'viewer') {
      const able = world.people.filter(({ is_active }) => is_active)
      const fit = role === 'viewer' ? [] : able.filter((person) => person.role === role)
      return one(fit.length > 0 && random() < 0.8 ? fit : able)
    },
  }
}

export const names = ['SLA', 'SLO', 'QZA', 'QZB', 'qzc', 'run book', 'Cut-Off', 'P.O.', 'CI/CD', 'cicd']
export const fullNames = [null, null, 'Service Level Agreement', 'Quality Zone', 'run book']
export const categories = [null, 'Ops', 'ops', 'Law']
export const text = (pick: Pick) => `Text ${pick.below(1000)}.`
export const aliases = (pick: Pick) => pick.some(['qz one', 'qz two', 'qz three'], 1)

/** Some of what people write. */
export function patch(pick: Pick) {
  const fields = {
    name: () => pick.one(names),
    full_name: () => pick.one(fullNames),
    definition: () => text(pick),
    category: () => pick.one(categories),
    aliases: () => (pick.chance(0.5) ? aliases(pick) : []),
    in_texts: () => pick.one(['auto', 'exact', 'never']),
  }
  const keys = new Set<keyof typeof fields>([
    'definition',
    ...pick.some(['definition', 'name', 'full_name', 'category', 'aliases', 'in_texts'] as const, 3),
  ])
  if (pick.chance(0.3)) keys.delete('definition')
  const made = Object.fromEntries([...keys].map((key) => [key, fields[key]()]))
  return keys.size > 0 ? made : { definition: text(pick) }
}

export const version = (pick: Pick, term: Term) => (pick.chance(0.9) ? term.version : Math.max(1, term.version - 1))
