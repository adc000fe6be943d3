import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { everything } from './support/evidence.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('records of changes')

/** Requests that change a term of another person and its history; audit.test.ts has the audit log of each action. */
const changes: [from: Status, votes: number, method: string, path?: string, body?: object][] = [
  ['pending', 0, 'PUT', '', { version: 1, name: 'New' }],
  ['pending', 2, 'POST', '/vote'],
  ['pending', 0, 'POST', '/dispute'],
  ['pending', 0, 'POST', '/promote'],
  ['community', 10, 'POST', '/official'],
  ['pending', 0, 'POST', '/confirm'],
  ['pending', 0, 'POST', '/claim'],
]

test('a change is rolled back if its history entry cannot be stored', async (service) => {
  const as = await service.person('editor')
  const ids: string[] = []
  for (const [status, votes] of changes) {
    const { id } = await service.term(await service.person())
    await setStatus(service, id, status, votes)
    ids.push(id)
  }
  await service.sql`alter table term_history add constraint broken check (false) not valid`
  const before = await everything(service)
  for (const [i, [, , method, path = '', body]] of changes.entries()) {
    const answer = await service.request(method, `/api/v1/terms/${ids[i]}${path}`, { as, body })
    assert.is(answer.status, 500, `${method} ${path}`)
  }
  const body = { name: 'SLA', definition: 'A promise.' }
  assert.is((await service.request('POST', '/api/v1/terms', { as, body })).status, 500)
  assert.equal(await everything(service), before)
})

test('reading records nothing', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as)
  const before = await everything(service)
  for (const url of ['', `/${id}`, `/${id}/history`, '?q=term', '?owner=me']) {
    assert.is((await service.request('GET', `/api/v1/terms${url}`, { as })).status, 200)
  }
  assert.equal(await everything(service), before)
})

test.run()
