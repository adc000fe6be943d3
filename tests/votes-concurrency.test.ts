import * as assert from 'uvu/assert'
import { auditOf, historyOf, votesOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('concurrent votes')

const send = ({ request }: TestService, method: string, id: string, as: Person) =>
  request(method, `/api/v1/terms/${id}/vote`, { as })
const dispute = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/dispute`, { as, body: {} })
const createVoters = ({ person }: TestService, count: number) =>
  Promise.all(Array.from({ length: count }, () => person()))

test('fifty concurrent votes are all counted and cause one transition', async (service) => {
  const { id } = await service.term(await service.person())
  const voters = await createVoters(service, 50)
  const answers = await Promise.all(voters.map((as) => send(service, 'POST', id, as)))
  assert.ok(answers.every(({ status }) => status === 200))
  const transitions = answers.map(({ body }) => body.transition).filter(Boolean)
  assert.equal(transitions, ['to_community'])
  const counts = answers.map(({ body }) => body.vote_count).sort((a, b) => a - b)
  assert.equal(
    counts,
    Array.from({ length: 50 }, (_, i) => i + 1),
  )
  assert.equal(await votesOf(service, id), { counted: 50, cast: 50 })
  assert.equal(await historyOf(service, id), ['1 created', '2 status_changed'])
})

test('twenty concurrent votes of one user count once', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(service, 'POST', id, as)))
  for (const { status, body } of answers) {
    assert.is(status, 200)
    assert.equal(body, { vote_count: 1, status: 'pending', transition: null, voted: true })
  }
  assert.equal(await votesOf(service, id), { counted: 1, cast: 1 })
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted'])
})

test('concurrent votes cause each transition once', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'suggested')
  const voters = await Promise.all(
    Array.from({ length: 20 }, (_, i) => person(i % 2 ? 'editor' : 'viewer')),
  )
  const answers = await Promise.all(voters.map((as) => send(service, 'POST', id, as)))
  const transitions = answers.map(({ body }) => body.transition).filter(Boolean)
  assert.equal(transitions.sort(), ['to_community', 'to_official', 'to_pending'])
  assert.equal(await votesOf(service, id), { counted: 20, cast: 20 })
  assert.equal(await historyOf(service, id), [
    '1 created',
    '2 status_changed',
    '3 status_changed',
    '4 status_changed',
  ])
})

test('the vote count is exact after concurrent votes and withdrawals', async (service) => {
  const { id } = await service.term(await service.person())
  const voters = await createVoters(service, 24)
  const staying = voters.filter((_, i) => i % 3 === 0)
  await Promise.all(
    voters.map(async (as) => {
      await send(service, 'POST', id, as)
      await send(service, 'DELETE', id, as)
      if (staying.includes(as)) await send(service, 'POST', id, as)
    }),
  )
  assert.equal(await votesOf(service, id), { counted: 8, cast: 8 })
  const audit = await auditOf(service, id)
  assert.is(audit.filter((action) => action === 'term.voted').length, 32)
  assert.is(audit.filter((action) => action === 'term.unvoted').length, 24)
})

test('ten concurrent withdrawals of one vote withdraw it once', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await setStatus(service, id, 'pending', 1)
  await send(service, 'POST', id, as)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(service, 'DELETE', id, as)),
  )
  for (const { body } of answers) {
    assert.equal(body, { vote_count: 1, status: 'pending', transition: null, voted: false })
  }
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted', 'term.unvoted'])
})

test('a withdrawal that waits for the vote of the same user withdraws it', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const [cast, withdrawn] = await inQueue(service, id, [
    () => send(service, 'POST', id, as),
    () => send(service, 'DELETE', id, as),
  ])
  assert.is(cast?.body.vote_count, 1)
  assert.equal(withdrawn?.body, {
    vote_count: 0,
    status: 'pending',
    transition: null,
    voted: false,
  })
  assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
})

test('a vote that waits for the withdrawal of the same user is counted', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await send(service, 'POST', id, as)
  const [withdrawn, cast] = await inQueue(service, id, [
    () => send(service, 'DELETE', id, as),
    () => send(service, 'POST', id, as),
  ])
  assert.is(withdrawn?.body.vote_count, 0)
  assert.is(cast?.body.vote_count, 1)
  assert.equal(await votesOf(service, id), { counted: 1, cast: 1 })
})

test('a dispute that waits for a vote deletes that vote too', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'community', 3)
  const [ann, bob] = [await person(), await person()]
  const [cast, disputed] = await inQueue(service, id, [
    () => send(service, 'POST', id, ann),
    () => dispute(service, id, bob),
  ])
  assert.is(cast?.body.vote_count, 4)
  assert.is(disputed?.status, 200)
  assert.is(disputed?.body.vote_count, 0)
  assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
  const again = await send(service, 'POST', id, ann)
  assert.equal(again.body, { vote_count: 1, status: 'pending', transition: null, voted: true })
})

test('a vote that waits for a dispute is counted from 0', async (service) => {
  const { person, term } = service
  const { id } = await term(await person())
  await setStatus(service, id, 'community', 12)
  const [editor, voter] = [await person('editor'), await person()]
  await send(service, 'POST', id, voter)
  const [, ...votes] = await inQueue(service, id, [
    () => dispute(service, id, voter),
    () => send(service, 'POST', id, editor),
    () => send(service, 'POST', id, voter),
  ])
  assert.equal(
    votes.map(({ body }) => [body.status, body.transition]),
    [
      ['pending', null],
      ['pending', null],
    ],
  )
  assert.equal(votes.map(({ body }) => body.vote_count).sort(), [1, 2])
  assert.equal(await votesOf(service, id), { counted: 2, cast: 2 })
})

test('a withdrawal that waits for a dispute changes nothing', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await send(service, 'POST', id, as)
  const [, withdrawn] = await inQueue(service, id, [
    () => dispute(service, id, as),
    () => send(service, 'DELETE', id, as),
  ])
  assert.equal(withdrawn?.body, {
    vote_count: 0,
    status: 'pending',
    transition: null,
    voted: false,
  })
  assert.equal(await votesOf(service, id), { counted: 0, cast: 0 })
  assert.equal(await auditOf(service, id), ['term.created', 'term.voted', 'term.disputed'])
})

test('count, versions and history are consistent after concurrent votes, withdrawals and disputes', async (service) => {
  const { person, sql, term } = service
  const { id } = await term(await person())
  const voters = await createVoters(service, 30)
  const answers = await Promise.all(
    voters.map(async (as, i) => [
      await send(service, 'POST', id, as),
      await (i % 5 === 4
        ? dispute(service, id, as)
        : send(service, i % 2 ? 'DELETE' : 'POST', id, as)),
    ]),
  )
  assert.ok(answers.flat().every(({ status }) => status === 200))
  const { counted, cast } = await votesOf(service, id)
  assert.is(counted, cast)
  const entries = await sql<{ version: number; action: string; changes: Changes }[]>`
    select version, action, changes from term_history where term_id = ${id} order by seq`
  assert.equal(
    entries.map(({ version }) => version),
    entries.map((_, i) => i + 1),
  )
  assert.is(entries.filter(({ action }) => action === 'disputed').length, 6)
  let status: string | null = null
  for (const { changes } of entries.filter((entry) => entry.changes.status)) {
    assert.is(changes.status?.from, status)
    status = changes.status?.to ?? null
  }
  const [row] = await sql`select version, status from terms where id = ${id}`
  assert.equal({ ...row }, { version: entries.length, status })
})

type Changes = { status?: { from: string | null; to: string } }

test.run()
