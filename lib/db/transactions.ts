import type { Sql, TransactionSql } from 'postgres'
import { DeadlineError, responseTimeoutMs } from './deadline.ts'
import { isConnectionLoss } from './errors.ts'
import { createQueries, type Database, send } from './queries.ts'

/**
 * Runs a transaction. If its connection is lost or PostgreSQL does not respond, it fails immediately, and `work`
 * can send nothing more: postgres.js (3.4.9) would write to the lost connection, at least a rollback, which ends
 * the process (porsager/postgres#1208). The caller then closes the connection.
 *
 * @param check called before each statement; if it throws, the statement is not sent
 */
export async function runTransaction<Result>(
  sql: Sql,
  work: (tx: Database) => Promise<Result>,
  check: () => void,
): Promise<Result> {
  const never = new Promise<never>(() => {})
  let isOver = false
  let fail = (_: unknown) => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const startTimer = () => setTimeout(() => fail(new DeadlineError()), responseTimeoutMs)
  let timer = startTimer() // for "begin"
  function checkTransaction() {
    if (isOver) throw new Error('the transaction is over')
    check()
  }
  const run = async (tx: TransactionSql) => {
    clearTimeout(timer)
    try {
      const result = await work(toDatabase(tx, checkTransaction, nest))
      timer = startTimer() // for "commit"
      return isOver ? never : result
    } catch (error) {
      if (isConnectionLoss(error)) fail(error)
      if (isOver || isConnectionLoss(error)) return never
      throw error
    }
  }
  const nest: Nest = (tx, part) =>
    tx.savepoint(async (inner) => {
      try {
        return await part(toDatabase(inner, checkTransaction, nest))
      } catch (error) {
        if (isOver || isConnectionLoss(error)) {
          fail(error)
          return never
        }
        throw error
      }
    }) as Promise<never>
  try {
    return await Promise.race([sql.begin(run) as Promise<Result>, failed])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** Runs a part of a transaction that is rolled back alone if it throws. */
type Nest = <Result>(tx: TransactionSql, part: (tx: Database) => Promise<Result>) => Promise<Result>

function toDatabase(sql: TransactionSql, check: () => void, nest: Nest): Database {
  const tx: Database = {
    ...createQueries(async (name, params) => {
      check()
      return send(sql, name, params)
    }),
    begin: (part) => nest(sql, part),
    forPerson: () => tx,
  }
  return tx
}
