import postgres from 'postgres'
import type { Answer, TestService } from './test-service.ts'

/**
 * Sends requests that change one term while it is locked, each once the one before it waits, and then
 * lets them go: a race that the first of them wins. The others follow in any order.
 *
 * @param sends starts the requests; four at most, as many as the service has connections
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
        while (!isOver && (await waiting(sql)) < sent.length);
      }
    })
    return await Promise.all(sent)
  } finally {
    await gate.end()
  }
}

async function waiting(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ sessions: number }[]>`
    select count(*)::integer as sessions
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.sessions ?? 0
}
