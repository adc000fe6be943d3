import { standing } from './terms.ts'
import type { Person, World } from './world.ts'

/** Four terms to look up: SLA (official, stale), SLO, ARR and 24/7. Gives the person who added them. */
export async function smallGlossary(world: World): Promise<Person> {
  const ada = await world.person('viewer', 'ada@example.com')
  const sla = { name: 'SLA', full_name: 'Service Level Agreement', category: 'Operations' }
  const { id } = await world.term(ada, { ...sla, definition: 'What we promise a customer.' })
  await standing(world, id, 'official', 12)
  await world.sql`update terms set is_stale = true where id = ${id}`
  await world.term(ada, {
    name: 'SLO',
    full_name: 'Service Level Objective',
    category: 'Operations',
  })
  await world.term(ada, { name: 'ARR', full_name: 'Annual Recurring Revenue', category: 'Finance' })
  await world.term(ada, { name: '24/7', definition: 'Round the clock.' })
  return ada
}
