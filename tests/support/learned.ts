import * as assert from 'uvu/assert'
import type { Person, TestService } from './test-service.ts'
import { lookUp, people } from './wanted.ts'

/** An item of the queue about a learned name. */
export type Item = { id: string; name: string; people: number; term: { id: string; name: string } }

/** What the queue has for a person. */
export const items = async (service: TestService, as: Person): Promise<Item[]> =>
  (await service.request('GET', '/api/v1/review?kind=alias', { as })).body

/** The items of a person, each in words: the name, how many people, and the term. */
export const namesIn = async (service: TestService, as: Person) =>
  (await items(service, as)).map(({ name, people, term }) => `${name} ${people} ${term.name}`)

/** Some people look a name up in vain, and then another one. */
export async function goOn(service: TestService, count: number, name: string, next: string) {
  for (const as of await people(service, count)) await lookUp(service, as, name, next)
}

/** Decides about learned names in one request. */
export const decide = (service: TestService, as: Person, action: string, ...ids: string[]) =>
  service.request('POST', '/api/v1/review/bulk', {
    as,
    body: { action, items: ids.map((learned_id) => ({ learned_id })) },
  })

/** Decides about a learned name. @returns what became of it */
export async function outcomeOf(service: TestService, as: Person, action: string, id: string) {
  const { status, body } = await decide(service, as, action, id)
  assert.is(status, 200, JSON.stringify(body))
  assert.is(body.results[0].learned_id, id)
  return body.results[0].outcome
}

/** Adds two terms, the first of which a viewer owns. */
export async function start(service: TestService) {
  const [editor, owner] = [await service.person('editor'), await service.person()]
  const { relations, ...sla } = await service.term(owner, { name: 'SLA', full_name: 'Service Level Agreement' })
  const kpi = await service.term(editor, { name: 'KPI' })
  assert.equal(relations, [])
  return { editor, owner, sla, kpi }
}
