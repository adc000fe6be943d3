import * as assert from 'uvu/assert'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { markStale } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('updating terms')

const path = '/api/v1/terms'
const fullTerm = {
  name: 'SLA',
  full_name: 'Service Level Agreement',
  definition: 'A promise.',
  category: 'Legal',
}

test('a viewer can edit the pending term of another user', async ({ person, request, term }) => {
  const before = await term(await person(), fullTerm)
  const as = await person('viewer')
  const patch = { name: 'OLA', full_name: 'O', definition: 'Inside.', category: 'Ops' }
  const { status, headers, body } = await request('PUT', `${path}/${before.id}`, {
    as,
    body: { version: 1, ...patch },
  })
  assert.is(status, 200)
  assert.is(headers.get('etag'), '"2"')
  const { updated_at, last_confirmed_at } = body
  assert.equal(body, { ...before, ...patch, version: 2, updated_at, last_confirmed_at })
  assert.is.not(updated_at, before.updated_at)
  assert.is(last_confirmed_at, updated_at)
  const read = await request('GET', `${path}/${before.id}`, { as })
  assert.equal(read.body, body)
})

test('an edit of one field does not change the others', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as, fullTerm)
  let expected = { ...fullTerm }
  for (const [i, field] of Object.keys(fullTerm).entries()) {
    const change = { [field]: `New ${field}` }
    const { body } = await request('PUT', `${path}/${id}`, {
      as,
      body: { version: i + 1, ...change },
    })
    const { name, full_name, definition, category } = body
    expected = { ...expected, ...change }
    assert.equal({ name, full_name, definition, category }, expected)
  }
})

test('null clears full name and category', async ({ person, request, sql, term }) => {
  const as = await person()
  const { id } = await term(as, fullTerm)
  const first = await request('PUT', `${path}/${id}`, { as, body: { version: 1, full_name: null } })
  assert.is(first.body.full_name, null)
  assert.is(first.body.category, 'Legal')
  const second = await request('PUT', `${path}/${id}`, { as, body: { version: 2, category: null } })
  assert.is(second.body.full_name, null)
  assert.is(second.body.category, null)
  const [row] = await sql`select full_name, category from terms where id = ${id}`
  assert.equal({ ...row }, { full_name: null, category: null })
})

test('an edit records one history entry with its note, and one audit event', async (service) => {
  const { person, request, sql, term } = service
  const { id } = await term(await person(), fullTerm)
  const as = await person()
  const body = {
    version: 1,
    full_name: null,
    category: 'Ops',
    definition: 'A promise.',
    note: ' Why ',
  }
  await request('PUT', `${path}/${id}`, { as, body })
  const history = await request('GET', `${path}/${id}/history`, { as })
  assert.is(history.body.length, 2)
  const { id: entry, created_at } = history.body[0]
  assert.equal(history.body[0], {
    id: entry,
    term_id: id,
    version: 2,
    action: 'updated',
    changes: {
      full_name: { from: 'Service Level Agreement', to: null },
      category: { from: 'Legal', to: 'Ops' },
    },
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

test('the note can be absent or null', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as)
  for (const [version, note] of [[1], [2, null]] as const) {
    await request('PUT', `${path}/${id}`, { as, body: { version, name: `N${version}`, note } })
  }
  const { body } = await request('GET', `${path}/${id}/history`, { as })
  assert.equal(
    body.map(({ version, note }: { version: number; note: unknown }) => ({ version, note })),
    [3, 2, 1].map((version) => ({ version, note: null })),
  )
})

test('an edit clears is_stale and updates last_confirmed_at', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as)
  await markStale(service, id)
  const { body } = await request('PUT', `${path}/${id}`, { as, body: { version: 1, name: 'New' } })
  assert.is(body.is_stale, false)
  assert.is(body.last_confirmed_at, body.updated_at)
})

test('an edit that changes nothing gets 200, keeps the version and records nothing', async (service) => {
  const { person, request, term } = service
  const as = await person()
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
  ]) {
    const answer = await request('PUT', `${path}/${id}`, { as, body: { version: 1, ...patch } })
    assert.is(answer.status, 200)
    assert.equal(answer.body, current)
    assert.is(answer.headers.get('etag'), '"1"')
  }
  assert.equal(await everything(service), before)
})

test('null for a field that is already null changes nothing', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as)
  const before = await everything(service)
  const body = { version: 1, full_name: null, category: null }
  const { status } = await request('PUT', `${path}/${id}`, { as, body })
  assert.is(status, 200)
  assert.equal(await everything(service), before)
})

test('a change of case is an edit', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as, fullTerm)
  const { status, body } = await request('PUT', `${path}/${id}`, {
    as,
    body: { version: 1, name: 'sla' },
  })
  assert.is(status, 200)
  assert.is(body.name, 'sla')
  assert.is(body.version, 2)
})

test('status, votes, owner and source cannot be edited', async (service) => {
  const { person, request, term } = service
  const as = await person('admin')
  const { id } = await term(await person())
  const before = await everything(service)
  const { status } = await request('PUT', `${path}/${id}`, {
    as,
    body: {
      version: 1,
      status: 'official',
      vote_count: 9,
      owner: { id: as.id },
      owner_id: as.id,
      is_stale: true,
      source: 'import',
    },
  })
  assert.is(status, 200)
  assert.equal(await everything(service), before)
})

test('filters and sorting use the new values of an edited term', async ({
  person,
  request,
  term,
}) => {
  const as = await person()
  const { id } = await term(as, { name: 'Zulu', category: 'Old' })
  await term(as, { name: 'Mike', category: 'New' })
  await request('PUT', `${path}/${id}`, {
    as,
    body: { version: 1, name: 'alpha', category: 'new' },
  })
  const { body } = await request('GET', `${path}?category=NEW`, { as })
  assert.equal(
    body.items.map(({ name }: { name: string }) => name),
    ['alpha', 'Mike'],
  )
})

test('each edit increments the version by one', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as)
  for (let version = 1; version <= 3; version++) {
    const body = { version, definition: `Edit ${version}` }
    const answer = await request('PUT', `${path}/${id}`, { as, body })
    assert.is(answer.body.version, version + 1)
  }
  assert.equal(await historyOf(service, id), ['1 created', '2 updated', '3 updated', '4 updated'])
  assert.equal(await auditOf(service, id), [
    'term.created',
    'term.updated',
    'term.updated',
    'term.updated',
  ])
})

test.run()
