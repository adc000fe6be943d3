import postgres from 'postgres'
import type { Answer, TestService } from './test-service.ts'

/**
 * Sends requests that change one term while it is locked, each when the previous one waits for the lock, and
 * then unlocks it: a race that the first request wins. The others follow in any order.
 *
 * @param sends start the requests; at most four, one for each connection of the service
 */
export async function inQueue(
  { databaseUrl, sql }: TestService,
  id: string,
  sends: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const gate = postgres(databaseUrl, { max: 1 })
  const sent: Promise<Answer>[] = []
  try {
    await gate.begin(async (tx) => {
      await tx`select 1 from terms where id = ${id} for update`
      for (const send of sends) {
        let isOver = false
        sent.push(
          send().finally(() => {
            isOver = true
          }),
        )
        while (!isOver && (await countWaiting(sql)) < sent.length);
      }
    })
    return await Promise.all(sent)
  } finally {
    await gate.end()
  }
}

async function countWaiting(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ sessions: number }[]>`
    select count(*)::integer as sessions
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.sessions ?? 0
}
