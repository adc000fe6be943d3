import * as assert from 'uvu/assert'
import { auditOf, everything, historyOf, votesOf } from './support/evidence.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('votes')

const vote = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/vote`, { as })
const withdraw = ({ request }: TestService, id: string, as: Person) =>
  request('DELETE', `/api/v1/terms/${id}/vote`, { as })

test('the third vote makes a pending term a community term', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  const seen = []
  for (let i = 0; i < 4; i++) {
    const { status, body } = await vote(service, id, await person())
    assert.is(status, 200)
    seen.push(body)
  }
  assert.equal(seen, [
    { vote_count: 1, status: 'pending', transition: null, voted: true },
    { vote_count: 2, status: 'pending', transition: null, voted: true },
    { vote_count: 3, status: 'community', transition: 'to_community', voted: true },
    { vote_count: 4, status: 'community', transition: null, voted: true },
  ])
  assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
})

test('a second vote by the same user changes nothing', async (service) => {
  const { person, request, term } = service
  const voter = await person()
  const { id } = await term(voter)
  await vote(service, id, voter)
  const before = await everything(service)
  const { status, body } = await vote(service, id, voter)
  assert.is(status, 200)
  assert.equal(body, { vote_count: 1, status: 'pending', transition: null, voted: true })
  assert.equal(await everything(service), before)
  const read = await request('GET', `/api/v1/terms/${id}`, { as: voter })
  assert.is(read.body.vote_count, 1)
})

test('a second vote after a transition returns the same result without the transition', async (service) => {
  const { person, term } = service
  const voter = await person()
  const { id } = await term(voter)
  await setStatus(service, id, 'pending', 2)
  const first = await vote(service, id, voter)
  assert.equal(first.body, {
    vote_count: 3,
    status: 'community',
    transition: 'to_community',
    voted: true,
  })
  const second = await vote(service, id, voter)
  assert.equal(second.body, { ...first.body, transition: null })
})

test('a vote without a transition changes only the vote count', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as)
  await markStale(service, id)
  const before = await request('GET', `/api/v1/terms/${id}`, { as })
  await vote(service, id, as)
  const after = await request('GET', `/api/v1/terms/${id}`, { as })
  assert.equal(after.body, { ...before.body, vote_count: 1 })
  assert.equal(await historyOf(service, id), ['1 created'])
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted'])
})

test('a vote with a transition records one version, history entry and audit event', async (service) => {
  const { person, request, sql, term } = service
  const as = await person()
  const { id } = await term(await person())
  await setStatus(service, id, 'pending', 2)
  await vote(service, id, as)
  const { body } = await request('GET', `/api/v1/terms/${id}/history`, { as })
  assert.equal(body[0], {
    id: body[0].id,
    term_id: id,
    version: 2,
    action: 'status_changed',
    changes: { status: { from: 'pending', to: 'community' } },
    actor: { id: as.id, display_name: as.email },
    accepted_by: null,
    note: null,
    created_at: body[0].created_at,
  })
  assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
  const events = await sql`select actor_id, target_id from audit_events where action = 'term.voted'`
  assert.equal(
    events.map((event) => ({ ...event })),
    [{ actor_id: as.id, target_id: id }],
  )
})

test('any vote makes a suggested term pending, but not more than pending', async (service) => {
  const { person, term } = service
  for (const role of ['viewer', 'editor', 'admin'] as const) {
    const { id } = await term(await person())
    await setStatus(service, id, 'suggested', 20)
    const { body } = await vote(service, id, await person(role))
    assert.equal(body, {
      vote_count: 21,
      status: 'pending',
      transition: 'to_pending',
      voted: true,
    })
    assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
  }
})

test('a pending term above both thresholds makes one transition per vote, even if the voter is an editor', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'pending', 20)
  const first = await vote(service, id, await person('editor'))
  assert.is(first.body.transition, 'to_community')
  const second = await vote(service, id, await person('editor'))
  assert.equal(second.body, {
    vote_count: 22,
    status: 'official',
    transition: 'to_official',
    voted: true,
  })
})

test('a vote of an editor or admin that reaches the threshold makes a term official', async (service) => {
  const { person, term } = service
  for (const role of ['editor', 'admin'] as const) {
    const { id } = await term(await person())
    await setStatus(service, id, 'community', 9)
    const { body } = await vote(service, id, await person(role))
    assert.equal(body, {
      vote_count: 10,
      status: 'official',
      transition: 'to_official',
      voted: true,
    })
    assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
    assert.equal(await auditOf(service, id), ['term.created', 'term.voted'])
  }
})

test('a vote of an editor below the threshold does not make a term official', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'community', 8)
  const { body } = await vote(service, id, await person('editor'))
  assert.equal(body, { vote_count: 9, status: 'community', transition: null, voted: true })
})

test('votes of viewers above the threshold do not make a term official, but the next vote of an editor does', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'community', 9)
  for (const votes of [10, 11]) {
    const { body } = await vote(service, id, await person('viewer'))
    assert.equal(body, { vote_count: votes, status: 'community', transition: null, voted: true })
  }
  const { body } = await vote(service, id, await person('editor'))
  assert.is(body.transition, 'to_official')
})

test('a second vote of the same editor does not make a term official', async (service) => {
  const { person, term } = service
  const editor = await person('editor')
  const { id } = await term(editor)
  await setStatus(service, id, 'community', 8)
  await vote(service, id, editor)
  await vote(service, id, await person('viewer'))
  const { body } = await vote(service, id, editor)
  assert.equal(body, { vote_count: 10, status: 'community', transition: null, voted: true })
})

test('a vote for an official term does not change its status', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'official', 10)
  const { body } = await vote(service, id, await person('admin'))
  assert.equal(body, { vote_count: 11, status: 'official', transition: null, voted: true })
})

test('withdrawing a vote does not change the status', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  const voters = [await person(), await person(), await person()]
  for (const as of voters) await vote(service, id, as)
  for (const [i, as] of voters.entries()) {
    const { status, body } = await withdraw(service, id, as)
    assert.is(status, 200)
    assert.equal(body, {
      vote_count: 2 - i,
      status: 'community',
      transition: null,
      voted: false,
    })
  }
  assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
  assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
})

test('withdrawing a vote records one audit event, and withdrawing none records nothing', async (service) => {
  const { person, term } = service
  const [voter, other] = [await person(), await person()]
  const { id } = await term(voter)
  await vote(service, id, voter)
  await withdraw(service, id, voter)
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted', 'term.unvoted'])
  await vote(service, id, other)
  const before = await everything(service)
  const { status, body } = await withdraw(service, id, voter)
  assert.is(status, 200)
  assert.equal(body, { vote_count: 1, status: 'pending', transition: null, voted: false })
  assert.equal(await everything(service), before)
})

test('a withdrawn vote can be cast again and can cause a transition again', async (service) => {
  const { person, term } = service
  const voter = await person()
  const { id } = await term(voter)
  await setStatus(service, id, 'pending', 1)
  await vote(service, id, voter)
  await withdraw(service, id, voter)
  assert.equal((await vote(service, id, voter)).body, {
    vote_count: 2,
    status: 'pending',
    transition: null,
    voted: true,
  })
  await withdraw(service, id, voter)
  await vote(service, id, await person())
  assert.is((await vote(service, id, voter)).body.transition, 'to_community')
})

test('a user can vote for several terms, and several users for one term', async (service) => {
  const { person, term } = service
  const [ann, bob] = [await person(), await person()]
  const [one, two] = [await term(ann), await term(ann)]
  for (const { id } of [one, two]) assert.is((await vote(service, id, ann)).body.vote_count, 1)
  assert.is((await vote(service, one.id, bob)).body.vote_count, 2)
  assert.equal(await votesOf(service, two.id), { counted: 1, cast: 1 })
})

test.run()

const thresholds = glossary('thresholds of votes', {
  SERVICE_COMMUNITY_THRESHOLD: '1',
  SERVICE_OFFICIAL_THRESHOLD: '2',
})

thresholds('settings define how many votes a transition requires', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'suggested')
  const results = []
  for (const role of ['editor', 'viewer', 'viewer', 'editor'] as const) {
    const { body } = await vote(service, id, await person(role))
    results.push([body.vote_count, body.transition])
  }
  assert.equal(results, [
    [1, 'to_pending'],
    [2, 'to_community'],
    [3, null],
    [4, 'to_official'],
  ])
})

thresholds('a vote makes one transition even if it reaches both thresholds', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  const first = await vote(service, id, await person('editor'))
  assert.is(first.body.transition, 'to_community')
  const second = await vote(service, id, await person('editor'))
  assert.is(second.body.transition, 'to_official')
})

thresholds.run()
