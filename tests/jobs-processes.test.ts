import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'

const test = servers('jobs of several processes')

const script = fileURLToPath(new URL('support/scheduled-service.ts', import.meta.url))

/** Starts a process that schedules the staleness job every second. */
function startScheduled(url: string) {
  const args = ['--import', 'tsx', script, url, '* * * * * *']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const complaints: string[] = []
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)))
  return { child, complaints, isReady: once(child.stdout, 'data'), ended: once(child, 'exit') }
}

test('each due run happens once, and runs do not overlap', async ({ database }) => {
  const url = await database()
  const sql = postgres(url, { max: 1 })
  const [owner] = await sql<{ id: string }[]>`
    insert into users (email) values ('owner@example.com') returning id`
  const processes = Array.from({ length: 3 }, () => startScheduled(url))
  try {
    await Promise.all(processes.map(({ isReady }) => isReady))
    for (let i = 1; i <= 5; i++) {
      await sql`
        insert into terms (name, definition, status, source, owner_id, last_confirmed_at)
        values (${`term ${i}`}, 'Old.', 'pending', 'user', ${owner?.id ?? ''}, '2020-01-01')`
      await eventually('a run has reported it', async () => {
        const messages = await sql`select from outbox_messages`
        return messages.length === i
      })
    }
  } finally {
    for (const { child } of processes) child.kill('SIGTERM')
    await Promise.all(processes.map(({ ended }) => ended))
  }
  assert.equal(
    processes.flatMap(({ complaints }) => complaints),
    [],
  )

  const runs = await sql<{ due_at: Date; started_at: Date; completed_at: Date; status: string }[]>`
    select due_at, started_at, completed_at, status from job_runs order by seq`
  assert.ok(runs.length >= 5)
  assert.ok(runs.every(({ status }) => status === 'completed'))
  const dues = runs.map(({ due_at }) => due_at.getTime())
  assert.equal(dues, [...new Set(dues)].sort())
  assert.ok(dues.every((due) => due % 1000 === 0))
  for (const [i, { started_at }] of runs.entries()) {
    const before = runs[i - 1]
    assert.ok(!before || before.completed_at <= started_at, 'they do not overlap')
  }
  const messages = await sql`select from outbox_messages`
  assert.is(messages.length, 5, 'one message for each term, as each was flagged on its own')
  await sql.end()
})

test.run()
