import type { Sql, TransactionSql } from 'postgres'
import { isConnectionLoss } from './errors.ts'

/**
 * Runs a transaction. If its connection is lost, it fails at once, and nothing more is sent on it: postgres.js (3.4.9) would
 * write a rollback, which ends the process (porsager/postgres#1208). The caller then closes the connection.
 *
 * @param options as they follow `begin`
 */
export async function begin<Result>(
  sql: Sql,
  work: (tx: TransactionSql) => Promise<Result>,
  options = '',
): Promise<Result> {
  const never = new Promise<never>(() => {})
  let fail = (_: unknown) => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const run = (tx: TransactionSql) =>
    work(tx).catch((error) => {
      if (!isConnectionLoss(error)) throw error
      fail(error)
      return never
    })
  return Promise.race([sql.begin(options, run) as Promise<Result>, failed])
}
