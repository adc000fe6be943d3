import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { auditOf, everything, historyOf, votesOf } from './support/evidence.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('promotions')

const promote = ({ request }: TestService, id: string, as: Person, body: unknown = {}) =>
  request('POST', `/api/v1/terms/${id}/promote`, { as, body })
const official = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/official`, { as })

const transitions: [Status, number, Status][] = [
  ['suggested', 0, 'pending'],
  ['suggested', 20, 'pending'],
  ['pending', 0, 'community'],
  ['pending', 20, 'community'],
  ['community', 10, 'official'],
  ['community', 11, 'official'],
]

test('a promotion makes one transition, with one version, history entry and audit event', async (service) => {
  const { person, request, term } = service
  const as = await person('editor')
  for (const [from, votes, to] of transitions) {
    const { id } = await term(await person())
    await setStatus(service, id, from, votes)
    const { body: before } = await request('GET', `/api/v1/terms/${id}`, { as })
    const { status, body } = await promote(service, id, as)
    assert.is(status, 200, `${from}, ${votes} votes`)
    assert.equal(body, { ...before, status: to, version: 2, updated_at: body.updated_at })
    assert.equal((await request('GET', `/api/v1/terms/${id}`, { as })).body, body)
    assert.equal(await votesOf(service, id), { counted: votes, cast: votes })
    assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
    assert.equal(await auditOf(service, id), ['term.created', 'term.promoted'])
  }
})

test('a promotion without enough votes or of an official term gets 409', async (service) => {
  const { person, term } = service
  const as = await person('admin')
  for (const [from, votes] of [
    ['community', 0],
    ['community', 9],
    ['official', 0],
    ['official', 20],
  ] as const) {
    const { id } = await term(as)
    await setStatus(service, id, from, votes)
    const before = await everything(service)
    const { status, headers, body } = await promote(service, id, as, { note: 'Please.' })
    assert.is(status, 409, `${from}, ${votes} votes`)
    assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.is(body.code, 'transition_refused')
    assert.equal(await everything(service), before)
  }
})

test('editors and admins can make a community term with enough votes official', async (service) => {
  const { person, request, term } = service
  for (const role of ['editor', 'admin'] as const) {
    const as = await person(role)
    const { id } = await term(await person())
    await setStatus(service, id, 'community', 10)
    const { body: before } = await request('GET', `/api/v1/terms/${id}`, { as })
    const { status, body } = await official(service, id, as)
    assert.is(status, 200)
    assert.equal(body, {
      ...before,
      status: 'official',
      version: 2,
      updated_at: body.updated_at,
    })
    assert.equal((await request('GET', `/api/v1/terms/${id}`, { as })).body, body)
    assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
    assert.equal(await auditOf(service, id), ['term.created', 'term.official'])
  }
})

test('making a term official gets 409 without enough votes or from another status', async (service) => {
  const { person, term } = service
  const as = await person('admin')
  for (const [from, votes] of [
    ['suggested', 10],
    ['pending', 10],
    ['community', 0],
    ['community', 9],
    ['official', 10],
  ] as const) {
    const { id } = await term(as)
    await setStatus(service, id, from, votes)
    const before = await everything(service)
    const { status, body } = await official(service, id, as)
    assert.is(status, 409, `${from}, ${votes} votes`)
    assert.is(body.code, 'transition_refused')
    assert.equal(await everything(service), before)
  }
})

test('viewers cannot promote terms or make them official', async (service) => {
  const { person, term } = service
  const as = await person('viewer')
  const { id } = await term(as)
  await setStatus(service, id, 'community', 10)
  const before = await everything(service)
  for (const send of [promote, official]) {
    const { status, body } = await send(service, id, as)
    assert.is(status, 403)
    assert.is(body.code, 'insufficient_role')
  }
  assert.equal(await everything(service), before)
})

test('history records the transition, the editor and the note', async (service) => {
  const { person, request, sql, term } = service
  const as = await person('editor')
  const { id } = await term(await person())
  await promote(service, id, as, { note: ' Agreed by all. ' })
  const { body } = await request('GET', `/api/v1/terms/${id}/history`, { as })
  const { id: entry, created_at } = body[0]
  assert.equal(body[0], {
    id: entry,
    term_id: id,
    version: 2,
    action: 'status_changed',
    changes: { status: { from: 'pending', to: 'community' } },
    actor: { id: as.id, display_name: as.email },
    accepted_by: null,
    note: 'Agreed by all.',
    created_at,
  })
  const events = await sql`
    select actor_id, target_id from audit_events where action = 'term.promoted'`
  assert.equal(
    events.map((event) => ({ ...event })),
    [{ actor_id: as.id, target_id: id }],
  )
})

test('the note can be absent or null, and so can the body', async (service) => {
  const { person, request, sql, term } = service
  const as = await person('editor')
  for (const body of [{}, { note: null }, undefined]) {
    const { id } = await term(as)
    const { status } = await request('POST', `/api/v1/terms/${id}/promote`, { as, body })
    assert.is(status, 200)
  }
  const entries = await sql`select note from term_history where action = 'status_changed'`
  assert.equal(
    entries.map(({ note }) => note),
    [null, null, null],
  )
})

test('a promotion changes neither the last confirmation nor is_stale', async (service) => {
  const { person, term } = service
  const as = await person('editor')
  const { id } = await term(as)
  await markStale(service, id)
  const { body } = await promote(service, id, as)
  assert.is(body.is_stale, true)
  assert.is(body.last_confirmed_at, '2020-01-01T00:00:00Z')
})

test.run()

const thresholds = glossary('thresholds of promotions', {
  SERVICE_COMMUNITY_THRESHOLD: '5',
  SERVICE_OFFICIAL_THRESHOLD: '2',
})

thresholds('a setting defines how many votes an official term needs', async (service) => {
  const { person, term } = service
  const as = await person('editor')
  const [one, two] = [await term(as), await term(as)]
  for (const { id } of [one, two]) await setStatus(service, id, 'community', 1)
  assert.is((await official(service, one.id, as)).status, 409)
  assert.is((await promote(service, two.id, as)).status, 409)
  const { id } = await term(as)
  await setStatus(service, id, 'community', 2)
  assert.is((await official(service, id, as)).body.status, 'official')
})

thresholds.run()
