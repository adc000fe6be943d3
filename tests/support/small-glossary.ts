import { setStatus } from './terms.ts'
import type { Person, TestService } from './test-service.ts'

/** Four terms to look up: SLA (official, stale), SLO, ARR and 24/7. Gives the person who added them. */
export async function smallGlossary(service: TestService): Promise<Person> {
  const ada = await service.person('viewer', 'ada@example.com')
  const sla = { name: 'SLA', full_name: 'Service Level Agreement', category: 'Operations' }
  const { id } = await service.term(ada, { ...sla, definition: 'What we promise a customer.' })
  await setStatus(service, id, 'official', 12)
  await service.sql`update terms set is_stale = true where id = ${id}`
  await service.term(ada, { name: 'SLO', full_name: 'Service Level Objective', category: 'Operations' })
  await service.term(ada, { name: 'ARR', full_name: 'Annual Recurring Revenue', category: 'Finance' })
  await service.term(ada, { name: '24/7', definition: 'Round the clock.' })
  return ada
}
