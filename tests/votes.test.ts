import * as assert from 'uvu/assert'
import { glossary } from './support/world.ts'

const test = glossary('votes')

test('the third vote makes a pending term a community term', async ({ person, request, term }) => {
  const owner = await person()
  const { id } = await term(owner)
  const seen = []
  for (let i = 0; i < 4; i++) {
    const voter = await person()
    const { status, body } = await request('POST', `/api/v1/terms/${id}/vote`, { as: voter })
    assert.is(status, 200)
    seen.push(body)
  }
  assert.equal(seen, [
    { vote_count: 1, status: 'pending', transition: null, voted: true },
    { vote_count: 2, status: 'pending', transition: null, voted: true },
    { vote_count: 3, status: 'community', transition: 'to_community', voted: true },
    { vote_count: 4, status: 'community', transition: null, voted: true },
  ])
})

test('a second vote changes nothing', async ({ person, request, sql, term }) => {
  const voter = await person()
  const { id } = await term(voter)
  await request('POST', `/api/v1/terms/${id}/vote`, { as: voter })
  const { status, body } = await request('POST', `/api/v1/terms/${id}/vote`, { as: voter })
  assert.is(status, 200)
  assert.equal(body, { vote_count: 1, status: 'pending', transition: null, voted: true })
  const audited = await sql`select 1 from audit_events where action = 'term.voted'`
  assert.is(audited.length, 1)
})

test('fifty voters at once are fifty votes and one transition', async (world) => {
  const { person, request, sql, term } = world
  const { id } = await term(await person())
  const voters = await Promise.all(Array.from({ length: 50 }, () => person()))
  const answers = await Promise.all(
    voters.map((as) => request('POST', `/api/v1/terms/${id}/vote`, { as })),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const steps = answers.map(({ body }) => body.transition).filter(Boolean)
  assert.equal(steps, ['to_community'])
  const counts = answers.map(({ body }) => body.vote_count).sort((a, b) => a - b)
  assert.equal(
    counts,
    Array.from({ length: 50 }, (_, i) => i + 1),
  )
  const [row] = await sql`
    select
      t.vote_count, t.status, t.version,
      (select count(*)::int from votes v where v.term_id = t.id) as votes,
      (select count(*)::int from term_history h where h.term_id = t.id and h.action = 'status_changed')
        as transitions
    from terms t where t.id = ${id}`
  assert.equal(
    { ...row },
    { vote_count: 50, status: 'community', version: 2, votes: 50, transitions: 1 },
  )
})

test('a vote can be taken back; the status stays', async ({ person, request, term }) => {
  const owner = await person()
  const { id } = await term(owner)
  const voters = [await person(), await person(), await person()]
  for (const as of voters) await request('POST', `/api/v1/terms/${id}/vote`, { as })
  const { status, body } = await request('DELETE', `/api/v1/terms/${id}/vote`, { as: voters[0] })
  assert.is(status, 200)
  assert.equal(body, { vote_count: 2, status: 'community', transition: null, voted: false })
  const again = await request('DELETE', `/api/v1/terms/${id}/vote`, { as: voters[0] })
  assert.equal(again.body, body)
})

test.run()
