import { ok, type Rule, refused } from './rules.ts'
import type { Person, World } from './world.ts'

// What the contract promises of roles, and of people who leave.

export const setActive: Rule = (world, { params, body }) => {
  const person = world.people.find(({ id }) => id === params.id)
  if (!person || person.is_active === body.is_active) return person ? ok : { status: [200, 404, 409] }
  if (!body.is_active && person.role === 'admin' && isLastAdmin(world, person)) return refused(409, 'last_admin')
  person.is_active = body.is_active
  world.tokens = world.tokens.filter(({ by }) => by !== person.id)
  if (!person.is_active) {
    person.generation += 1
    for (const term of world.terms) if (term.owner === person.id) term.owner = null
  }
  return ok
}

export const setRole: Rule = (world, { params, body }) => {
  const person = world.people.find(({ id }) => id === params.id)
  if (!person || person.role === body.role) return person ? ok : { status: [200, 404, 409] }
  if (person.role === 'admin' && person.is_active && isLastAdmin(world, person)) return refused(409, 'last_admin')
  person.role = body.role
  return ok
}

const isLastAdmin = ({ people }: World, { id }: Person) =>
  !people.some((each) => each.id !== id && each.role === 'admin' && each.is_active)
