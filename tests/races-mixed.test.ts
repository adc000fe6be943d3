import * as assert from 'uvu/assert'
import { auditOf, votesOf } from './support/evidence.ts'
import { behindLock } from './support/queue.ts'
import { ask, castOf, dispute, vote, withdraw } from './support/races.ts'
import { glossary } from './support/test-service.ts'

// Many people who vote, withdraw their votes and dispute one term, all at once.
const test = glossary('mixed races')

test('the vote count is exact after concurrent votes and withdrawals', async (service) => {
  const cast = await castOf(service)
  const { id, editors, viewers } = cast
  const voters = [...viewers, ...editors.slice(0, 4)]
  const staying = voters.filter((_, i) => i % 3 === 0)
  await Promise.all(
    voters.map(async (as) => {
      await ask(cast, vote(cast, as))
      await ask(cast, withdraw(cast, as))
      if (staying.includes(as)) await ask(cast, vote(cast, as))
    }),
  )
  assert.equal(await votesOf(service, id), { counted: 8, cast: 8 })
  const audit = await auditOf(service, id)
  assert.is(audit.filter((action) => action === 'term.voted').length, 32)
  assert.is(audit.filter((action) => action === 'term.unvoted').length, 24)
})

test('count, versions and history are consistent after concurrent votes, withdrawals and disputes', async (service) => {
  const cast = await castOf(service)
  const { id, editors, viewers } = cast
  const voters = [...viewers, ...editors]
  const answers = await Promise.all(
    voters.map(async (as, i) => [
      await ask(cast, vote(cast, as)),
      await ask(cast, i % 5 === 4 ? dispute(cast, as) : i % 2 ? withdraw(cast, as) : vote(cast, as)),
    ]),
  )
  assert.ok(answers.flat().every(({ status }) => status === 200))
  const votes = await votesOf(service, id)
  assert.is(votes.counted, votes.cast)
  const entries = await service.sql<{ version: number; action: string; changes: Changes }[]>`
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
  const [row] = await service.sql`select version, status from terms where id = ${id}`
  assert.equal({ ...row }, { version: entries.length, status })
})

test('a term is added while another one gets its name: they do not wait for each other', async (service) => {
  const [ada, bob] = [await service.person(), await service.person()]
  const { id } = await service.term(bob)
  const name = 'QZA'
  const [added, renamed] = await behindLock(
    service,
    (gate) => gate`select from users where id = ${ada.id} for update`,
    [
      // It has locked the name, and waits for the row of its owner.
      () => service.request('POST', '/api/v1/terms', { as: ada, body: { name, definition: 'Mine.' } }),
      () => service.request('PUT', `/api/v1/terms/${id}`, { as: bob, body: { version: 1, name } }),
    ],
  )
  assert.equal([added?.status, renamed?.status, renamed?.body.code], [201, 409, 'duplicate'])
})

type Changes = { status?: { from: string | null; to: string } }

test.run()
