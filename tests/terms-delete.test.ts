import * as assert from 'uvu/assert'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('deleting terms')

const path = '/api/v1/terms'

test('editors and admins can delete a term', async ({ person, request, term }) => {
  for (const role of ['editor', 'admin'] as const) {
    const as = await person(role)
    const { id } = await term(await person())
    const { status, text, headers } = await request('DELETE', `${path}/${id}`, { as })
    assert.is(status, 204)
    assert.is(text, '')
    assert.is(headers.get('content-type'), null)
    assert.is((await request('GET', `${path}/${id}`, { as })).status, 404)
    assert.is((await request('GET', path, { as })).body.total, 0)
  }
})

test('a deletion removes the votes and keeps history and audit log', async (service) => {
  const { person, request, sql, term } = service
  const as = await person('editor')
  const fields = { name: 'SLA', full_name: 'Service', definition: 'A promise.', category: 'Legal' }
  const { id } = await term(as, fields)
  const other = await term(as)
  for (const each of [id, other.id]) await request('POST', `${path}/${each}/vote`, { as })
  await request('PUT', `${path}/${id}`, { as, body: { version: 1, category: 'Ops' } })
  await request('DELETE', `${path}/${id}`, { as })
  const votes = await sql`select term_id from votes`
  assert.equal(
    votes.map(({ term_id }) => term_id),
    [other.id],
  )
  assert.equal(await historyOf(service, id), ['1 created', '2 updated'])
  assert.is((await request('GET', `${path}/${id}/history`, { as })).status, 404)
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted', 'term.updated', 'term.deleted'])
  const [event] = await sql`
    select actor_id, target_type, payload from audit_events where action = 'term.deleted'`
  assert.is(event?.actor_id, as.id)
  assert.is(event?.target_type, 'term')
  const then = {
    ...{ category: 'Ops', aliases: [], links: [], in_texts: 'auto' },
    ...{ status: 'pending', version: 2, owner_id: as.id },
  }
  assert.equal(event?.payload, { ...fields, ...then })
})

test('deleting a deleted term gets 404 and changes nothing', async (service) => {
  const { person, request, term } = service
  const as = await person('editor')
  const { id } = await term(as)
  await request('DELETE', `${path}/${id}`, { as })
  const before = await everything(service)
  const { status, body } = await request('DELETE', `${path}/${id}`, { as })
  assert.is(status, 404)
  assert.is(body.code, 'not_found')
  assert.equal(await everything(service), before)
})

test('a deletion respects If-Match', async (service) => {
  const { person, request, term } = service
  const as = await person('editor')
  const { id } = await term(as)
  const before = await everything(service)
  for (const tag of ['"2"', 'W/"1"', '1', '"2", "3"']) {
    const headers = { 'if-match': tag }
    const { status, body } = await request('DELETE', `${path}/${id}`, { as, headers })
    assert.is(status, 412, tag)
    assert.is(body.code, 'precondition_failed', tag)
  }
  assert.equal(await everything(service), before)
  const headers = { 'if-match': '"7", "1"' }
  assert.is((await request('DELETE', `${path}/${id}`, { as, headers })).status, 204)
  const other = await term(as)
  const any = await request('DELETE', `${path}/${other.id}`, { as, headers: { 'if-match': '*' } })
  assert.is(any.status, 204)
})

test('requests that wait for a deletion get 404', async (service) => {
  const { person, request, sql, term } = service
  const as = await person('editor')
  const { id } = await term(as)
  // One person has half of the connections, so that not all of these could wait for the lock.
  const other = await person()
  const answers = await inQueue(service, id, [
    () => request('DELETE', `${path}/${id}`, { as }),
    () => request('POST', `${path}/${id}/vote`, { as: other }),
    () => request('PUT', `${path}/${id}`, { as, body: { version: 1, name: 'New' } }),
    () => request('POST', `${path}/${id}/dispute`, { as: other, body: {} }),
  ])
  assert.equal(
    answers.map(({ status }) => status),
    [204, 404, 404, 404],
  )
  assert.equal(await auditOf(service, id), ['term.created', 'term.deleted'])
  assert.is((await sql`select 1 from votes`).length, 0)
})

test.run()
