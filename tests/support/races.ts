import * as assert from 'uvu/assert'
import type { Status, Term } from '../../lib/schemas/term.ts'
import { auditOf, historyOf, votesOf } from './evidence.ts'
import { setStatus } from './terms.ts'
import type { Answer, Person, TestService } from './test-service.ts'

// Requests that compete for one term: who sends what, and what is to be seen afterwards.

export type Sent = { as: Person; method: string; path: string; body?: object; headers?: Record<string, string> }
/** A term, and those who send requests about it. */
export type Cast = {
  service: TestService
  id: string
  owner: Person
  editor: Person
  editors: Person[]
  viewers: Person[]
  /** a request about the term */
  on(as: Person, method: string, action?: string, body?: object): Sent
}
export type Race = {
  /** the status and the votes before, if they are not those of a new term */
  from?: [Status, number]
  /** what else happens before; its result is given to `sent` */
  before?(cast: Cast): Promise<unknown>
  sent(cast: Cast, before: never): Sent[]
  /** of the answers; sorted, unless the order of the requests is known */
  statuses: number[]
  /** fields of the answers, likewise */
  fields?: Partial<Record<string, unknown[]>>
  history?: string[]
  audit?: string[]
  /** how many votes the term has in the end */
  votes?: number
  /** what the term is in the end */
  term?: Partial<Term>
}

export const some = <Value>(count: number, value: Value): Value[] => Array(count).fill(value)
export const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
export const vote = ({ on }: Cast, as: Person) => on(as, 'POST', '/vote')
export const withdraw = ({ on }: Cast, as: Person) => on(as, 'DELETE', '/vote')
export const dispute = ({ on }: Cast, as: Person, body = {}) => on(as, 'POST', '/dispute', body)
export const edit = ({ on }: Cast, as: Person, body: object) => on(as, 'PUT', '', { version: 1, ...body })
export const ask = ({ service }: Cast, { as, method, path, body, headers }: Sent) =>
  service.request(method, path, { as, body, ...(headers && { headers }) })

export const resolution = (id: string, resolution: string) => ({
  method: 'POST',
  path: `/api/v1/disputes/${id}/resolve`,
  body: { resolution },
})
export const addition = (as: Person, body: object): Sent => ({
  as,
  method: 'POST',
  path: '/api/v1/terms',
  body: { definition: 'A promise.', ...body },
})

export async function castOf(service: TestService): Promise<Cast> {
  const some = (count: number, role: 'viewer' | 'editor') =>
    Promise.all(Array.from({ length: count }, () => service.person(role)))
  const [owner, editor] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(owner)
  const on: Cast['on'] = (as, method, action = '', body) => ({
    as,
    method,
    path: `/api/v1/terms/${id}${action}`,
    ...(body && { body }),
  })
  const [editors, viewers] = [await some(10, 'editor'), await some(20, 'viewer')]
  return { service, id, owner, editor, editors, viewers, on }
}

export const inOrder = (values: unknown[]) => values.map((value) => value ?? null)
export const sorted = (values: unknown[]) => inOrder(values).sort()

/** Runs a race and checks what it says of the answers and of the term afterwards. */
export async function run(
  service: TestService,
  race: Race,
  send: (cast: Cast, sent: Sent[]) => Promise<Answer[]>,
  arrange: typeof inOrder,
) {
  const cast = await castOf(service)
  const { id, owner } = cast
  if (race.from) await setStatus(service, id, ...race.from)
  const before = (await race.before?.(cast)) as never
  const answers = await send(cast, race.sent(cast, before))
  assert.equal(arrange(answers.map(({ status }) => status)), race.statuses)
  for (const [field, values = []] of Object.entries(race.fields ?? {})) {
    assert.equal(arrange(answers.map(({ body }) => body?.[field])), arrange(values), field)
  }
  if (race.history) assert.equal(await historyOf(service, id), race.history)
  if (race.audit) assert.equal(await auditOf(service, id), race.audit)
  if (race.votes !== undefined) {
    assert.equal(await votesOf(service, id), { counted: race.votes, cast: race.votes })
  }
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: owner })
  for (const [field, value] of Object.entries(race.term ?? {})) assert.equal(body[field], value)
}
