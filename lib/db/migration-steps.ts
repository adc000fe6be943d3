import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { begin } from './transactions.ts'

/** Everyone who writes waits behind a migration that waits for a lock, so it gives up soon and tries again. */
const lockTimeout = '1s'
const retryPauseMs = 1000
/** PostgreSQL's code for a lock that was not available in time. */
const lockNotAvailable = '55P03'

type Kind = 'transaction' | 'concurrently' | 'batches'
type Step = { kind: Kind; text: string }

/**
 * Splits a migration at the lines `-- step: transaction`, `concurrently` or `batches`. Without any, it is one
 * transaction.
 */
function splitSteps(text: string): Step[] {
  const [start = '', ...rest] = text.split(/^-- step: (transaction|concurrently|batches)$/m)
  const steps: Step[] = start.replace(/^--.*$/gm, '').trim() ? [{ kind: 'transaction', text: start }] : []
  for (let i = 0; i < rest.length; i += 2) {
    steps.push({ kind: rest[i] as Kind, text: rest[i + 1] ?? '' })
  }
  return steps
}

/**
 * Runs the steps of a migration while people read and write:
 *
 * - `transaction`: waits for each lock for a second at most, and is tried again until it gets them.
 * - `concurrently`: one statement outside of a transaction, such as `create index concurrently if not exists`.
 * - `batches`: one statement that changes at most some thousand rows, repeated until it changes none.
 *
 * All but the last step of a migration may run again after an interruption.
 *
 * @param record records that the migration has run, in the last transaction
 * @param report called with a sentence for each step
 */
export async function runSteps(
  sql: Sql,
  text: string,
  record: (tx: TransactionSql) => Promise<unknown>,
  report: (sentence: string) => void,
): Promise<void> {
  const steps = splitSteps(text)
  const last = steps.at(-1)
  const isRecordedApart = last?.kind !== 'transaction'
  for (const [i, step] of steps.entries()) {
    const started = performance.now()
    const changed = await runStep(sql, step, step === last ? record : async () => {})
    const rows = changed === null ? '' : `, ${changed} rows`
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    report(`step ${i + 1} of ${steps.length} (${step.kind}${rows}) took ${seconds} s`)
  }
  if (isRecordedApart) await runTransaction(sql, record)
}

/** Returns the number of rows that a step in batches has changed, otherwise null. */
async function runStep(
  sql: Sql,
  { kind, text }: Step,
  record: (tx: TransactionSql) => Promise<unknown>,
): Promise<number | null> {
  if (kind === 'transaction') {
    await runTransaction(sql, async (tx) => {
      await tx.unsafe(text)
      await record(tx)
    })
    return null
  }
  if (kind === 'concurrently') {
    await sql.unsafe(text)
    return null
  }
  let changed = 0
  for (;;) {
    const { count } = await sql.unsafe(text)
    if (!count) return changed
    changed += count
  }
}

/** Runs a transaction of a migration, again and again until it gets its locks in time. */
export async function runTransaction(sql: Sql, work: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await begin(sql, async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${lockTimeout}'`)
        await work(tx)
      })
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
      await delay(retryPauseMs)
    }
  }
}
