import type postgres from 'postgres'
import * as assert from 'uvu/assert'
import { behindLock, holdAuditEvents } from './queue.ts'
import { secondProcess } from './second-process.ts'
import type { Answer, Person, TestService } from './test-service.ts'

export type Sender = Pick<TestService, 'request'>
/** Prepares to make something for a person; the function that it returns makes it. */
export type Making = (sender: Sender, as: Person) => Promise<() => Promise<Answer>>
export type Order = 'made first' | 'deactivated first'

export const setActive = ({ request }: Sender, as: Person, { id }: Person, is_active: boolean) =>
  request('PATCH', `/api/v1/users/${id}`, { as, body: { is_active } })

/**
 * Makes something for Ada, who is an admin, while another admin deactivates her at another process: the second of the
 * two waits for what the first has locked, before both may end.
 *
 * @param skipped how many audit events of the two are written before anything is held up
 * @param hold holds both up, if not by their audit events
 */
export async function whileDeactivating(
  service: TestService,
  making: Making,
  order: Order,
  skipped = 0,
  hold: (gate: postgres.Sql) => PromiseLike<unknown> = (gate) => holdAuditEvents(gate, skipped),
) {
  const [boss, ada] = [await service.person('admin'), await service.person('admin')]
  const other = secondProcess(service)
  try {
    const make = await making(other, ada)
    const deactivate = () => setActive(service, boss, ada, false)
    const isFirst = order === 'made first'
    const sends = isFirst ? [make, deactivate] : [deactivate, make]
    const answers = await behindLock(service, hold, sends)
    const [made, deactivated] = (isFirst ? answers : answers.reverse()) as [Answer, Answer]
    assert.is(deactivated.status, 200, JSON.stringify(deactivated.body))
    return { boss, ada, made }
  } finally {
    await other.close()
  }
}
