import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { auditOf, everything, historyOf, votesOf } from './support/evidence.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('votes and promotions')

const vote = ({ request }: TestService, id: string, as: Person) => request('POST', `/api/v1/terms/${id}/vote`, { as })
const withdraw = ({ request }: TestService, id: string, as: Person) =>
  request('DELETE', `/api/v1/terms/${id}/vote`, { as })
const promote = ({ request }: TestService, id: string, as: Person, body: unknown = {}) =>
  request('POST', `/api/v1/terms/${id}/promote`, { as, body })
const official = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/official`, { as })
const read = async ({ request }: TestService, id: string, as: Person) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

const says = (status: Status, vote_count: number, transition: string | null = null) => ({
  ...{ vote_count, status, transition, voted: true },
})

type Next = Status | null

/**
 * Status and votes before; what a vote of a viewer, a vote of an editor, a promotion and making it official lead to;
 * and what is missing.
 */
const transitions: [Status, number, Next, Next, Next, Next, string?][] = [
  ['suggested', 0, 'pending', 'pending', 'pending', null, '1 more vote'],
  ['suggested', 20, 'pending', 'pending', 'pending', null, '1 more vote'],
  ['pending', 0, null, null, 'community', null, '3 more votes'],
  ['pending', 1, null, null, 'community', null, '2 more votes'],
  ['pending', 2, 'community', 'community', 'community', null, '1 more vote'],
  ['pending', 20, 'community', 'community', 'community', null, '1 more vote'],
  ['community', 0, null, null, null, null, '10 more votes and an editor’s approval'],
  ['community', 8, null, null, null, null, '2 more votes and an editor’s approval'],
  ['community', 9, null, 'official', null, null, '1 more vote and an editor’s approval'],
  ['community', 10, null, 'official', 'official', 'official', 'an editor’s approval'],
  ['community', 11, null, 'official', 'official', 'official', 'an editor’s approval'],
  ['official', 0, null, null, null, null],
  ['official', 20, null, null, null, null],
]

const refusalOf = (status: Status, votes: number) =>
  ({
    suggested: 'The term must be community; it is suggested.',
    pending: 'The term must be community; it is pending.',
    community: `The term needs 10 votes to become official; it has ${votes}.`,
    official: 'The term is already official.',
  })[status]

/** A stale term of another person. */
async function termIn(service: TestService, status: Status, votes: number) {
  const as = await service.person()
  const { id } = await service.term(as)
  await setStatus(service, id, status, votes)
  await markStale(service, id)
  return { id, before: await read(service, id, as) }
}

for (const [row, transition] of transitions.entries()) {
  const [status, votes, viewers, editors, promoted, madeOfficial, missing] = transition
  test(`a ${status} term with ${votes} votes: what a vote and an editor make of it`, async (service) => {
    const [viewer, editor] = [await service.person(), await service.person(row % 2 ? 'editor' : 'admin')]
    for (const as of [viewer, editor]) {
      const to = as === viewer ? viewers : editors
      const { id, before } = await termIn(service, status, votes)
      const { text } = await service.request('GET', `/terms/${id}`, { as })
      assert.is(/Needs ([^<]*)/.exec(text)?.[1], missing)
      const answer = await vote(service, id, as)
      const said = says(to ?? status, votes + 1, to && `to_${to}`)
      assert.equal([answer.status, answer.body], [200, said], as.role)
      const after = await read(service, id, as)
      const changed = to ? { status: to, version: 2, updated_at: after.updated_at } : {}
      assert.equal(after, { ...before, vote_count: votes + 1, ...changed })
      assert.equal(await historyOf(service, id), ['1 created', ...(to ? ['2 status_changed'] : [])])
      assert.equal(await auditOf(service, id), ['term.created', 'term.voted'])
    }
    for (const [action, send, to] of [
      ['promoted', promote, promoted],
      ['official', official, madeOfficial],
    ] as const) {
      const { id, before } = await termIn(service, status, votes)
      const rows = await everything(service)
      const answer = await send(service, id, editor)
      if (to === null) {
        const { code, detail } = answer.body
        const why = refusalOf(status, votes)
        assert.equal([answer.status, code, detail], [409, 'transition_refused', why], action)
        assert.equal(await everything(service), rows)
        continue
      }
      const { updated_at } = answer.body
      assert.is(answer.status, 200, action)
      assert.equal(answer.body, { ...before, status: to, version: 2, updated_at })
      assert.equal(await read(service, id, editor), answer.body)
      assert.equal(await votesOf(service, id), { counted: votes, cast: votes })
      assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
      assert.equal(await auditOf(service, id), ['term.created', `term.${action}`])
    }
  })
}

test('viewers cannot promote terms or make them official', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await setStatus(service, id, 'community', 10)
  const before = await everything(service)
  for (const send of [promote, official]) {
    const { status, body } = await send(service, id, as)
    assert.equal([status, body.code], [403, 'insufficient_role'])
  }
  assert.equal(await everything(service), before)
})

for (const [action, note] of [
  ['voted', null],
  ['promoted', ' Agreed by all. '],
] as const) {
  test(`history and audit name who ${action}, and the note`, async (service) => {
    const as = await service.person('editor')
    const { id } = await service.term(await service.person())
    await setStatus(service, id, 'pending', 2)
    await (note ? promote(service, id, as, { note }) : vote(service, id, as))
    const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
    const { id: entry, created_at } = body[0]
    assert.equal(body[0], {
      ...{ id: entry, term_id: id, version: 2, action: 'status_changed' },
      changes: { status: { from: 'pending', to: 'community' } },
      actor: { id: as.id, display_name: as.email },
      ...{ accepted_by: null, note: note && 'Agreed by all.', created_at },
    })
    const [event] = await service.sql`
      select actor_id, target_id from audit_events where action = ${`term.${action}`}`
    assert.equal({ ...event }, { actor_id: as.id, target_id: id })
  })
}

test('the note of a promotion can be absent or null, and so can the body', async (service) => {
  const as = await service.person('editor')
  for (const body of [{}, { note: null }, undefined]) {
    const { id } = await service.term(as)
    const path = `/api/v1/terms/${id}/promote`
    assert.is((await service.request('POST', path, { as, body })).status, 200)
  }
  const entries = await service.sql`
    select distinct note from term_history where action = 'status_changed'`
  assert.equal([...entries], [{ note: null }])
})

test('a second vote by the same person changes nothing, even where a first one would', async (service) => {
  const as = await service.person('editor')
  for (const [status, votes, others, to] of [
    ['pending', 0, 0, 'pending'],
    ['pending', 2, 0, 'community'],
    ['community', 8, 1, 'community'],
  ] as const) {
    const { id } = await service.term(as)
    await setStatus(service, id, status, votes)
    await vote(service, id, as)
    for (let i = 0; i < others; i++) await vote(service, id, await service.person())
    const before = await everything(service)
    const again = await vote(service, id, as)
    assert.equal([again.status, again.body], [200, says(to, votes + 1 + others)])
    assert.equal(await everything(service), before)
  }
})

test('each vote makes one transition, even above both thresholds', async (service) => {
  const { id } = await service.term(await service.person())
  await setStatus(service, id, 'pending', 20)
  const seen = []
  for (let i = 0; i < 2; i++) {
    seen.push((await vote(service, id, await service.person('editor'))).body.transition)
  }
  assert.equal(seen, ['to_community', 'to_official'])
})

test('a vote counts for its term alone', async (service) => {
  const [ann, bob] = [await service.person(), await service.person()]
  const [one, two] = [await service.term(ann), await service.term(ann)]
  for (const { id } of [one, two]) assert.is((await vote(service, id, ann)).body.vote_count, 1)
  assert.is((await vote(service, one.id, bob)).body.vote_count, 2)
  assert.equal(await votesOf(service, two.id), { counted: 1, cast: 1 })
})

test('withdrawing a vote leaves the status, and withdrawing none changes nothing', async (service) => {
  const voters = [await service.person(), await service.person(), await service.person()]
  const { id } = await service.term(await service.person())
  for (const as of voters) await vote(service, id, as)
  for (const [i, as] of voters.entries()) {
    const { status, body } = await withdraw(service, id, as)
    assert.equal([status, body], [200, { ...says('community', 2 - i), voted: false }])
  }
  assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
  assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
  const [voted, unvoted] = [Array(3).fill('term.voted'), Array(3).fill('term.unvoted')]
  assert.equal(await auditOf(service, id), ['term.created', ...voted, ...unvoted])
  const before = await everything(service)
  const [as] = voters as [Person]
  const { status, body } = await withdraw(service, id, as)
  assert.equal([status, body], [200, { ...says('community', 0), voted: false }])
  assert.equal(await everything(service), before)
})

test('a withdrawn vote can be cast again and can cause a transition again', async (service) => {
  const voter = await service.person()
  const { id } = await service.term(voter)
  await setStatus(service, id, 'pending', 1)
  await vote(service, id, voter)
  await withdraw(service, id, voter)
  assert.equal((await vote(service, id, voter)).body, says('pending', 2))
  await withdraw(service, id, voter)
  await vote(service, id, await service.person())
  assert.is((await vote(service, id, voter)).body.transition, 'to_community')
})

test.run()

const thresholds = glossary('thresholds of votes', {
  SERVICE_COMMUNITY_THRESHOLD: '1',
  SERVICE_OFFICIAL_THRESHOLD: '2',
})

thresholds('settings define how many votes a transition requires', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as)
  await setStatus(service, id, 'suggested')
  const results = []
  for (const role of ['editor', 'viewer', 'viewer', 'editor'] as const) {
    results.push((await vote(service, id, await service.person(role))).body.transition)
  }
  assert.equal(results, ['to_pending', 'to_community', null, 'to_official'])
  for (const send of [promote, official]) {
    const { id } = await service.term(as)
    await setStatus(service, id, 'community', 1)
    assert.is((await send(service, id, as)).status, 409)
    await vote(service, id, await service.person())
    assert.is((await send(service, id, as)).body.status, 'official')
  }
})

thresholds.run()
