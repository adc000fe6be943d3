import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('records of changes')

/** A request that changes a term, and what audit log and history record of it. */
type Change = {
  from?: [Status, number]
  method: string
  path?: string
  body?: object
  audit: string
  history?: string
}

const changes: Change[] = [
  { method: 'PUT', body: { version: 1, name: 'New' }, audit: 'term.updated', history: '2 updated' },
  { method: 'POST', path: '/vote', audit: 'term.voted' },
  {
    from: ['pending', 2],
    method: 'POST',
    path: '/vote',
    audit: 'term.voted',
    history: '2 status_changed',
  },
  { method: 'POST', path: '/dispute', audit: 'term.disputed', history: '2 disputed' },
  { method: 'POST', path: '/promote', audit: 'term.promoted', history: '2 status_changed' },
  {
    from: ['community', 10],
    method: 'POST',
    path: '/official',
    audit: 'term.official',
    history: '2 status_changed',
  },
  { method: 'POST', path: '/confirm', audit: 'term.confirmed', history: '1 confirmed' },
  { method: 'POST', path: '/claim', audit: 'term.claimed', history: '1 claimed' },
  { method: 'DELETE', audit: 'term.deleted' },
]

/** Adds a term of another user in the status that the change requires. */
async function addTermFor(service: TestService, { from }: Change) {
  const { id } = await service.term(await service.person())
  if (from) await setStatus(service, id, ...from)
  return id
}

const send = (
  { request }: TestService,
  as: Person,
  id: string,
  { method, path = '', body }: Change,
) => request(method, `/api/v1/terms/${id}${path}`, { as, body })

test('a change records one audit event and, except for votes and deletions, one history entry', async (service) => {
  const as = await service.person('editor')
  for (const change of changes) {
    const id = await addTermFor(service, change)
    const { status } = await send(service, as, id, change)
    assert.ok(status < 300, `${change.audit}: ${status}`)
    assert.equal(await auditOf(service, id), ['term.created', change.audit])
    const entries = change.history ? ['1 created', change.history] : ['1 created']
    assert.equal(await historyOf(service, id), entries, change.audit)
    const [event] = await service.sql`
      select actor_id, target_type from audit_events where target_id = ${id} order by seq desc`
    assert.equal({ ...event }, { actor_id: as.id, target_type: 'term' }, change.audit)
  }
})

test('a withdrawal records one audit event', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as })
  await service.request('DELETE', `/api/v1/terms/${id}/vote`, { as })
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted', 'term.unvoted'])
})

for (const [table, what] of [
  ['audit_events', 'audit event'],
  ['term_history', 'history entry'],
] as const) {
  test(`a change is rolled back if its ${what} cannot be stored`, async (service) => {
    const as = await service.person('editor')
    const affected = changes.filter(({ history }) => history || table === 'audit_events')
    const added = []
    for (const change of affected) added.push({ change, id: await addTermFor(service, change) })
    await service.sql.unsafe(`alter table ${table} add constraint broken check (false) not valid`)
    const before = await everything(service)
    for (const { change, id } of added) {
      const { status } = await send(service, as, id, change)
      assert.is(status, 500, change.audit)
    }
    const body = { name: 'SLA', definition: 'A promise.' }
    assert.is((await service.request('POST', '/api/v1/terms', { as, body })).status, 500)
    assert.equal(await everything(service), before)
  })
}

test('a withdrawal is rolled back if its audit event cannot be stored', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as })
  await service.sql`alter table audit_events add constraint broken check (false) not valid`
  const before = await everything(service)
  const { status } = await service.request('DELETE', `/api/v1/terms/${id}/vote`, { as })
  assert.is(status, 500)
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
