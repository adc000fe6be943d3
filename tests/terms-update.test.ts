import * as assert from 'uvu/assert'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { markStale } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('updating terms')

const path = '/api/v1/terms'
const fullTerm = { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.', category: 'Legal' }

test('a viewer can edit the pending term of another user, which is no longer stale', async (service) => {
  const { person, request, term } = service
  const before = await term(await person(), fullTerm)
  await markStale(service, before.id)
  const as = await person('viewer')
  const patch = { name: 'OLA', full_name: 'O', definition: 'Inside.', category: 'Ops' }
  const { status, headers, body } = await request('PUT', `${path}/${before.id}`, { as, body: { version: 1, ...patch } })
  assert.is(status, 200)
  assert.is(headers.get('etag'), '"2"')
  const { updated_at, last_confirmed_at } = body
  assert.equal(body, { ...before, ...patch, version: 2, updated_at, last_confirmed_at })
  assert.is.not(updated_at, before.updated_at)
  assert.is(last_confirmed_at, updated_at)
  const read = await request('GET', `${path}/${before.id}`, { as })
  assert.equal(read.body, body)
})

test('an edit changes what it names, and null clears full name and category', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as, fullTerm)
  const first = await request('PUT', `${path}/${id}`, { as, body: { version: 1, full_name: null } })
  assert.is(first.body.full_name, null)
  assert.is(first.body.category, 'Legal')
  const second = await request('PUT', `${path}/${id}`, { as, body: { version: 2, category: null } })
  const { name, full_name, definition, category } = second.body
  assert.equal({ name, full_name, definition, category }, { ...fullTerm, full_name: null, category: null })
  for (const [i, field] of ['definition', 'name', 'category'].entries()) {
    const change = { [field]: `New ${field}` }
    const before = await request('GET', `${path}/${id}`, { as })
    const { body } = await request('PUT', `${path}/${id}`, { as, body: { version: i + 3, ...change } })
    const { version, updated_at, last_confirmed_at } = body
    const confirmed = { version, updated_at, last_confirmed_at }
    assert.equal(body, { ...before.body, ...change, ...confirmed })
  }
})

test('an edit records one history entry with its note, and one audit event', async (service) => {
  const { person, request, sql, term } = service
  const { id } = await term(await person(), fullTerm)
  const as = await person()
  const body = { version: 1, full_name: null, category: 'Ops', definition: 'A promise.', note: ' Why ' }
  await request('PUT', `${path}/${id}`, { as, body })
  const history = await request('GET', `${path}/${id}/history`, { as })
  assert.is(history.body.length, 2)
  const { id: entry, created_at } = history.body[0]
  assert.equal(history.body[0], {
    id: entry,
    term_id: id,
    version: 2,
    action: 'updated',
    changes: { full_name: { from: 'Service Level Agreement', to: null }, category: { from: 'Legal', to: 'Ops' } },
    actor: { id: as.id, display_name: as.email },
    accepted_by: null,
    note: 'Why',
    created_at,
  })
  const events = await sql`
    select actor_id, target_id from audit_events where action = 'term.updated'`
  assert.equal(
    events.map((event) => ({ ...event })),
    [{ actor_id: as.id, target_id: id }],
  )
})

test('an edit that changes nothing gets 200, keeps the version and records nothing', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const other = await person()
  const { id } = await term(as, fullTerm)
  await markStale(service, id)
  const { body: current } = await request('GET', `${path}/${id}`, { as })
  const before = await everything(service)
  for (const patch of [
    {},
    { note: 'Nothing to see here.' },
    { full_name: fullTerm.full_name },
    fullTerm,
    { name: ' SLA ', definition: '\nA promise.\n' },
    { status: 'official', vote_count: 9, owner: { id: other.id }, owner_id: other.id },
    { is_stale: true, source: 'import' },
  ]) {
    const answer = await request('PUT', `${path}/${id}`, { as, body: { version: 1, ...patch } })
    assert.is(answer.status, 200)
    assert.equal(answer.body, current)
    assert.is(answer.headers.get('etag'), '"1"')
  }
  assert.equal(await everything(service), before)
  const bare = await term(as)
  const nulls = { version: 1, full_name: null, category: null }
  const answer = await request('PUT', `${path}/${bare.id}`, { as, body: nulls })
  assert.equal([answer.status, answer.body.version], [200, 1])
})

test('filters and sorting use the new values of an edited term', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as, { name: 'Zulu', category: 'Old' })
  await term(as, { name: 'Mike', category: 'New' })
  await request('PUT', `${path}/${id}`, { as, body: { version: 1, name: 'alpha', category: 'new' } })
  const { body } = await request('GET', `${path}?category=NEW`, { as })
  assert.equal(
    body.items.map(({ name }: { name: string }) => name),
    ['alpha', 'Mike'],
  )
})

test('each edit increments the version by one, also one of case, and with no note', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as, fullTerm)
  for (const [i, change] of [{ name: 'sla' }, { name: 'Sla', note: null }, { name: 'N' }].entries()) {
    const [version, body] = [i + 1, { version: i + 1, ...change }]
    const answer = await request('PUT', `${path}/${id}`, { as, body })
    assert.equal([answer.body.version, answer.body.name], [version + 1, change.name])
  }
  const notes = await service.sql`select distinct note from term_history`
  assert.equal([...notes], [{ note: null }])
  assert.equal(await historyOf(service, id), ['1 created', '2 updated', '3 updated', '4 updated'])
  assert.equal(await auditOf(service, id), ['term.created', 'term.updated', 'term.updated', 'term.updated'])
})

test.run()
