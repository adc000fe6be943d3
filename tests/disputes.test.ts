import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { auditOf, everything, historyOf, votesOf } from './support/evidence.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('disputes')

const dispute = ({ request }: TestService, id: string, as: Person, body: unknown = {}) =>
  request('POST', `/api/v1/terms/${id}/dispute`, { as, body })

/** The stored messages, oldest first. */
const messages = async ({ sql }: TestService) => {
  const rows = await sql`
    select
      m.user_id, e.kind, e.term_id, e.actor_id, e.detail ->> 'reason' as reason,
      e.detail ->> 'dispute_id' as dispute_id
    from outbox_messages m
    join inbox_entries e on e.id = m.inbox_entry_id
    order by m.created_at`
  return rows.map((row) => ({ ...row }))
}

const statusChanges: [Status, Status][] = [
  ['suggested', 'suggested'],
  ['pending', 'pending'],
  ['community', 'pending'],
  ['official', 'pending'],
]

test('a dispute deletes the votes, increments the version and moves community and official terms to pending', async (service) => {
  const { person, request, term } = service
  const as = await person('viewer')
  for (const [from, to] of statusChanges) {
    const { id } = await term(await person())
    await setStatus(service, id, from, 4)
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
})

test('history and audit log record the trimmed reason and the actor', async (service) => {
  const { person, request, sql, term } = service
  const as = await person()
  const { id } = await term(await person())
  await setStatus(service, id, 'official', 2)
  await dispute(service, id, as, { reason: ' Out of date. ' })
  const { body } = await request('GET', `/api/v1/terms/${id}/history`, { as })
  const { id: entry, created_at } = body[0]
  assert.equal(body[0], {
    id: entry,
    term_id: id,
    version: 2,
    action: 'disputed',
    changes: { status: { from: 'official', to: 'pending' }, vote_count: { from: 2, to: 0 } },
    actor: { id: as.id, display_name: as.email },
    accepted_by: null,
    note: 'Out of date.',
    created_at,
  })
  const events = await sql`
    select actor_id, target_id, payload ->> 'reason' as reason
    from audit_events where action = 'term.disputed'`
  assert.equal(
    events.map((event) => ({ ...event })),
    [{ actor_id: as.id, target_id: id, reason: 'Out of date.' }],
  )
})

test('the reason can be absent or null, and so can the body', async (service) => {
  const { person, request, sql, term } = service
  const { id } = await term(await person())
  for (const body of [{}, { reason: null }, undefined]) {
    const as = await person()
    const { status } = await request('POST', `/api/v1/terms/${id}/dispute`, { as, body })
    assert.is(status, 200)
  }
  const entries = await sql`select note from term_history where action = 'disputed'`
  assert.equal(
    entries.map(({ note }) => note),
    [null, null, null],
  )
  const sent = await messages(service)
  assert.equal(
    sent.map(({ reason }) => reason),
    [null, null, null],
  )
})

test('a dispute has at most 20 reasons, also of requests at the same time', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const numbers = Array.from({ length: 25 }, (_, i) => i)
  const answers = await Promise.all(
    numbers.map((i) => dispute(service, id, as, { reason: `Reason ${i}` })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(
    refused.map(({ status, body }) => [status, body.code]),
    Array.from({ length: 5 }, () => [409, 'too_many_reasons']),
  )
  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })
  assert.equal([body.length, body[0].reasons.length], [1, 20])
  assert.is((await dispute(service, id, as)).status, 200, 'another one without a reason')
})

test('a dispute stores one message for the owner', async (service) => {
  const { person, term } = service
  const [owner, as] = [await person(), await person()]
  const { id } = await term(owner)
  await dispute(service, id, as, { reason: 'Wrong.' })
  const message = { user_id: owner.id, kind: 'disputed', term_id: id, actor_id: as.id }
  const [{ id: dispute_id } = {}] = await service.sql`select id from disputes`
  assert.equal(await messages(service), [{ ...message, reason: 'Wrong.', dispute_id }])
})

test('the message is for the current owner', async (service) => {
  const { person, request, term } = service
  const editor = await person('editor')
  const { id } = await term(await person())
  await request('POST', `/api/v1/terms/${id}/claim`, { as: editor })
  await dispute(service, id, await person())
  const about = (await messages(service)).filter(({ kind }) => kind === 'disputed')
  assert.equal(
    about.map(({ user_id }) => user_id),
    [editor.id],
  )
})

test('owners get no message about their own disputes', async (service) => {
  const { person, term } = service
  const owner = await person()
  const { id } = await term(owner)
  assert.is((await dispute(service, id, owner)).status, 200)
  assert.equal(await messages(service), [])
  assert.equal(await historyOf(service, id), ['1 created', '2 disputed'])
})

test('a dispute of a term without an owner stores no message', async (service) => {
  const { person, sql, term } = service
  const as = await person()
  const { id } = await term(as)
  await sql`update terms set owner_id = null`
  const { status, body } = await dispute(service, id, as)
  assert.is(status, 200)
  assert.is(body.owner, null)
  assert.equal(await messages(service), [])
})

test('a dispute is rolled back if its message cannot be stored', async (service) => {
  const { person, sql, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'official', 5)
  await sql`alter table outbox_messages add constraint broken check (false)`
  const before = await everything(service)
  const { status } = await dispute(service, id, await person())
  assert.is(status, 500)
  assert.equal(await everything(service), before)
})

test('a dispute changes neither the last confirmation nor is_stale', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const [fresh, old] = [await term(as), await term(as)]
  await markStale(service, old.id)
  for (const { id, is_stale } of [fresh, { ...old, is_stale: true }]) {
    const before = await request('GET', `/api/v1/terms/${id}`, { as })
    const { body } = await dispute(service, id, as)
    assert.is(body.is_stale, is_stale)
    assert.is(body.last_confirmed_at, before.body.last_confirmed_at)
  }
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

test('a dispute of one term does not change other terms', async (service) => {
  const { person, term } = service
  const owner = await person()
  const [one, two] = [await term(owner), await term(owner)]
  await setStatus(service, one.id, 'community', 3)
  await setStatus(service, two.id, 'community', 3)
  await dispute(service, one.id, owner)
  assert.equal(await votesOf(service, two.id), { counted: 3, cast: 3 })
  assert.equal(await historyOf(service, two.id), ['1 created'])
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
  assert.is((await messages(service)).length, 10)
})

test.run()
