import postgres from 'postgres'
import type { Answer, TestService } from './test-service.ts'

/**
 * Sends requests that change one term while it is locked, each when the previous one waits for the lock, and
 * then unlocks it: a race that the first request wins. The others follow in any order.
 *
 * @param sends start the requests; at most four, one for each connection of the service
 */
export const inQueue = (service: TestService, id: string, sends: readonly (() => Promise<Answer>)[]) =>
  behindLock(service, (tx) => tx`select 1 from terms where id = ${id} for update`, sends)

/**
 * As inQueue(), but the requests meet another lock, on their way or at its end.
 *
 * @param lock is rolled back
 */
export async function behindLock(
  { databaseUrl, sql }: Pick<TestService, 'databaseUrl' | 'sql'>,
  lock: (gate: postgres.Sql) => PromiseLike<unknown>,
  sends: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const gate = postgres(databaseUrl, { max: 1 })
  const sent: Promise<Answer>[] = []
  try {
    await gate.unsafe('begin')
    await lock(gate)
    for (const send of sends) {
      let isOver = false
      sent.push(
        send().finally(() => {
          isOver = true
        }),
      )
      while (!isOver && (await countWaiting(sql)) < sent.length);
    }
    await gate.unsafe('rollback')
    return await Promise.all(sent)
  } finally {
    await gate.end()
  }
}

/**
 * Makes the next changes wait at their end, where they write their audit events: the locks that they took are held.
 *
 * @param skipped how many audit events can still be written
 */
export const holdAuditEvents = (gate: postgres.Sql, skipped = 0) => gate`
  insert into audit_events (seq, action) overriding system value
  select last_value + is_called::integer + ${skipped} + n, 'job.triggered'
  from audit_events_seq_seq, generate_series(0, 20) as n`

async function countWaiting(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ sessions: number }[]>`
    select count(*)::integer as sessions
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.sessions ?? 0
}
