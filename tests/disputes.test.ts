import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { auditOf, historyOf, votesOf } from './support/evidence.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('disputes')

const dispute = ({ request }: TestService, id: string, as: Person, body: unknown = {}) =>
  request('POST', `/api/v1/terms/${id}/dispute`, { as, body })

const statusChanges: [Status, Status][] = [
  ['suggested', 'suggested'],
  ['pending', 'pending'],
  ['community', 'pending'],
  ['official', 'pending'],
]

test('a dispute deletes the votes, increments the version and moves community and official terms to pending', async (service) => {
  const { person, request, term } = service
  const as = await person('viewer')
  const other = await term(as)
  await setStatus(service, other.id, 'community', 3)
  for (const [from, to] of statusChanges) {
    const { id } = await term(await person())
    await setStatus(service, id, from, 4)
    if (from === 'official') await markStale(service, id)
    const { body: before } = await request('GET', `/api/v1/terms/${id}`, { as })
    const { status, body } = await dispute(service, id, as)
    assert.is(status, 200, from)
    const { updated_at } = body
    assert.equal(body, {
      ...before,
      status: to,
      vote_count: 0,
      version: 2,
      open_disputes: 1,
      before_dispute: from === to ? null : { status: from, vote_count: 4 },
      updated_at,
    })
    assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
    assert.equal((await request('GET', `/api/v1/terms/${id}`, { as })).body, body)
    assert.equal(await historyOf(service, id), ['1 created', '2 disputed'])
    assert.equal(await auditOf(service, id), ['term.created', 'term.disputed'])
  }
  assert.equal(await votesOf(service, other.id), { counted: 3, cast: 3 })
  assert.equal(await historyOf(service, other.id), ['1 created'])
})

test('history and audit log record the trimmed reason, if there is one, and the actor', async (service) => {
  const as = await service.person()
  const { id } = await service.term(await service.person())
  await setStatus(service, id, 'official', 2)
  await dispute(service, id, as, { reason: ' Out of date. ' })
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
  const { id: entry, created_at } = body[0]
  assert.equal(body[0], {
    ...{ id: entry, term_id: id, version: 2, action: 'disputed' },
    changes: { status: { from: 'official', to: 'pending' }, vote_count: { from: 2, to: 0 } },
    actor: { id: as.id, display_name: as.email },
    ...{ accepted_by: null, note: 'Out of date.', created_at },
  })
  for (const body of [{}, { reason: null }, undefined]) {
    const path = `/api/v1/terms/${id}/dispute`
    assert.is((await service.request('POST', path, { as: await service.person(), body })).status, 200)
  }
  const events = await service.sql`
    select target_id, payload ->> 'reason' as reason, note
    from audit_events join term_history using (actor_id)
    where audit_events.action = 'term.disputed' and term_history.action = 'disputed' order by 2`
  const recorded = [['Out of date.', 'Out of date.'], ...Array(3).fill([null, null])]
  assert.equal(
    events.map(({ reason, note }) => [reason, note]),
    recorded,
  )
  assert.ok(events.every(({ target_id }) => target_id === id))
})

test('a dispute has at most 20 reasons, also of requests at the same time', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const numbers = Array.from({ length: 25 }, (_, i) => i)
  const answers = await Promise.all(numbers.map((i) => dispute(service, id, as, { reason: `Reason ${i}` })))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(
    refused.map(({ status, body }) => [status, body.code]),
    Array.from({ length: 5 }, () => [409, 'too_many_reasons']),
  )
  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })
  assert.equal([body.length, body[0].reasons.length], [1, 20])
  assert.is((await dispute(service, id, as)).status, 200, 'another one without a reason')
})

test('after a dispute, votes start at 0 and the same people can vote again', async (service) => {
  const { person, request, term } = service
  const voters = [await person(), await person(), await person()]
  const { id } = await term(await person())
  const transitions = []
  for (let round = 0; round < 2; round++) {
    for (const as of voters) {
      const { body } = await request('POST', `/api/v1/terms/${id}/vote`, { as })
      transitions.push([body.vote_count, body.transition])
    }
    await dispute(service, id, await person())
  }
  const expected = [
    [1, null],
    [2, null],
    [3, 'to_community'],
  ]
  assert.equal(transitions, [...expected, ...expected])
})

test('of ten concurrent disputes, each is recorded and one changes the status', async (service) => {
  const { person, sql, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'official', 5)
  const people = await Promise.all(Array.from({ length: 10 }, () => person()))
  const answers = await Promise.all(people.map((as) => dispute(service, id, as)))
  assert.ok(answers.every(({ status }) => status === 200))
  const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b)
  assert.equal(
    versions,
    Array.from({ length: 10 }, (_, i) => i + 2),
  )
  const changes = await sql`
    select changes from term_history where action = 'disputed' and changes <> '{}'`
  assert.equal(
    changes.map((row) => row.changes),
    [{ status: { from: 'official', to: 'pending' }, vote_count: { from: 5, to: 0 } }],
  )
  const told = await sql`
    select detail ->> 'dispute_id' as id from inbox_entries where kind = 'disputed' order by 1`
  assert.equal([...told], [...(await sql`select id from disputes order by id::text`)])
})

test.run()
