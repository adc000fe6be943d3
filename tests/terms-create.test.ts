import * as assert from 'uvu/assert'
import { everything } from './support/evidence.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('creating terms')

const path = '/api/v1/terms'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

test('a viewer who adds a term becomes its owner, and it is pending', async ({ person, request }) => {
  const viewer = await person('viewer')
  const fields = {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise.',
    category: 'Legal',
  }
  const { status, headers, body } = await request('POST', path, { as: viewer, body: fields })
  assert.is(status, 201)
  assert.match(body.id, uuid)
  assert.match(body.created_at, utc)
  assert.equal(body, {
    id: body.id,
    ...fields,
    aliases: [],
    links: [],
    status: 'pending',
    version: 1,
    vote_count: 0,
    open_disputes: 0,
    before_dispute: null,
    needs_correction: null,
    owner: { id: viewer.id, display_name: viewer.email },
    is_stale: false,
    last_confirmed_at: body.created_at,
    source: 'user',
    created_at: body.created_at,
    updated_at: body.created_at,
    in_texts: 'auto',
    relations: [],
  })
  assert.is(headers.get('location'), `/api/v1/terms/${body.id}`)
  assert.is(headers.get('etag'), '"1"')
  const read = await request('GET', headers.get('location') ?? '', { as: viewer })
  assert.equal(read.body, body)
})

test('a new term ignores id, status, version, votes, owner, source and timestamps', async (service) => {
  const { person, request } = service
  const as = await person('admin')
  const other = await person()
  const { status, body } = await request('POST', path, {
    as,
    body: {
      name: 'SLA',
      definition: 'A promise.',
      id: other.id,
      status: 'official',
      version: 7,
      vote_count: 99,
      owner: { id: other.id, display_name: null },
      owner_id: other.id,
      is_stale: true,
      source: 'import',
      created_at: '2001-01-01T00:00:00Z',
      last_confirmed_at: '2001-01-01T00:00:00Z',
    },
  })
  assert.is(status, 201)
  const { id, status: term, version, vote_count, owner, is_stale, source, created_at } = body
  assert.is.not(id, other.id)
  assert.equal(
    { term, version, vote_count, owner: owner.id, is_stale, source },
    { term: 'pending', version: 1, vote_count: 0, owner: as.id, is_stale: false, source: 'user' },
  )
  assert.not.match(created_at, '2001')
  assert.is(body.last_confirmed_at, created_at)
})

test('a new term has one history entry and one audit event', async (service) => {
  const { person, request, sql, term } = service
  const as = await person()
  const { id } = await term(as, { name: 'SLA', category: 'Legal', definition: 'A promise.' })
  const { body } = await request('GET', `${path}/${id}/history`, { as })
  assert.equal(body, [
    {
      id: body[0].id,
      term_id: id,
      version: 1,
      action: 'created',
      changes: {
        name: { from: null, to: 'SLA' },
        definition: { from: null, to: 'A promise.' },
        category: { from: null, to: 'Legal' },
        status: { from: null, to: 'pending' },
      },
      actor: { id: as.id, display_name: as.email },
      accepted_by: null,
      note: null,
      created_at: body[0].created_at,
    },
  ])
  const events = await sql`select actor_id, action, target_type, target_id from audit_events`
  assert.equal(
    events.map((event) => ({ ...event })),
    [{ actor_id: as.id, action: 'term.created', target_type: 'term', target_id: id }],
  )
})

const meaning = { name: 'Caf\u00e9', full_name: 'Centre d\u2019\u00c9t\u00e9', category: 'B\u00fcro' }
const sameMeanings = {
  unchanged: meaning,
  'upper case': { name: 'CAF\u00c9', full_name: 'CENTRE D\u2019\u00c9T\u00c9', category: 'B\u00dcRO' },
  'lower case': { name: 'caf\u00e9', full_name: 'centre d\u2019\u00e9t\u00e9', category: 'b\u00fcro' },
  'surrounding spaces': { name: ' Caf\u00e9 ', full_name: `${meaning.full_name}\n`, category: ' B\u00fcro' },
  decomposed: { name: 'Cafe\u0301', full_name: meaning.full_name.normalize('NFD'), category: 'Bu\u0308ro' },
}

test('a meaning that differs only in case, spaces or normalisation is a duplicate', async (service) => {
  const { person, request, term } = service
  const [owner, as] = [await person(), await person('admin')]
  const { id } = await term(owner, meaning)
  const before = await everything(service)
  for (const [how, same] of Object.entries(sameMeanings)) {
    const body = { ...same, definition: 'Something else.' }
    const answer = await request('POST', path, { as, body })
    assert.is(answer.status, 409, how)
    assert.is(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.is(answer.body.code, 'duplicate')
    assert.is(answer.body.existing_id, id)
  }
  assert.equal(await everything(service), before)
})

test('an absent full name or category equals null', async ({ person, request, term }) => {
  const as = await person()
  const { id, full_name, category } = await term(as, { name: 'SLA' })
  assert.equal([full_name, category], [null, null])
  await term(as, { name: 'OLA', full_name: null, category: null })
  for (const blanks of [{}, { full_name: null }, { category: null }]) {
    const body = { name: 'sla', definition: 'Another promise.', ...blanks }
    const answer = await request('POST', path, { as, body })
    assert.is(answer.status, 409)
    assert.is(answer.body.existing_id, id)
  }
})

test('a name can be added again with another full name or category', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const meanings = [
    { full_name: null, category: null },
    { full_name: 'Alpha', category: null },
    { full_name: null, category: 'Alpha' },
    { full_name: 'Alpha', category: 'Alpha' },
    { full_name: 'Beta', category: 'Alpha' },
    { full_name: 'Alpha', category: 'Beta' },
  ]
  for (const each of meanings) await term(as, { name: 'AB', ...each })
  const { body } = await request('GET', path, { as })
  assert.is(body.total, meanings.length)
  assert.ok(body.items.every(({ name }: { name: string }) => name === 'AB'))
})

test('a deleted meaning can be added again', async ({ person, request, term }) => {
  const as = await person('editor')
  const { id } = await term(as, { name: 'SLA' })
  await request('DELETE', `${path}/${id}`, { as })
  const again = await term(as, { name: 'SLA' })
  assert.is.not(again.id, id)
  assert.is(again.version, 1)
})

test.run()
