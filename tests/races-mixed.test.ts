import * as assert from 'uvu/assert'
import { auditOf, votesOf } from './support/evidence.ts'
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

type Changes = { status?: { from: string | null; to: string } }

test.run()
