import type { Sql, TransactionSql } from 'postgres'
import { TimeLimit } from '../app/time-limit.ts'
import { DeadlineError, responseTimeoutMs } from './deadline.ts'
import { isConnectionLoss } from './errors.ts'
import { Database, send } from './queries.ts'
import type { Params } from './statements.ts'

/**
 * Runs a transaction. If its connection is lost or PostgreSQL does not respond, it fails immediately, and `work`
 * can send nothing more, for the reason that begin() has. The caller then closes the connection.
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
  const limit = new TimeLimit(() => fail(new DeadlineError()))
  limit.start(responseTimeoutMs) // for "begin"
  function checkTransaction() {
    if (isOver) throw new Error('the transaction is over')
    check()
  }
  const run = async (tx: TransactionSql) => {
    limit.stop()
    try {
      const result = await work(new Transaction(tx, checkTransaction, nest))
      limit.start(responseTimeoutMs) // for "commit"
      return isOver ? never : result
    } catch (error) {
      if (isOver) return never
      throw error
    }
  }
  const nest: Nest = (tx, part) =>
    tx.savepoint(async (inner) => {
      try {
        return await part(new Transaction(inner, checkTransaction, nest))
      } catch (error) {
        if (isOver || isConnectionLoss(error)) {
          fail(error)
          return never
        }
        throw error
      }
    }) as Promise<never>
  try {
    return await Promise.race([begin(sql, run), failed])
  } finally {
    isOver = true
    limit.stop()
  }
}

/** Runs a part of a transaction that is rolled back alone if it throws. */
type Nest = <Result>(tx: TransactionSql, part: (tx: Database) => Promise<Result>) => Promise<Result>

class Transaction extends Database {
  private readonly sql: TransactionSql
  private readonly check: () => void
  private readonly nest: Nest

  constructor(sql: TransactionSql, check: () => void, nest: Nest) {
    super()
    this.sql = sql
    this.check = check
    this.nest = nest
  }

  async many<Row>(name: string, params?: Params): Promise<Row[]> {
    this.check()
    return send(this.sql, name, params)
  }

  begin<Result>(part: (tx: Database) => Promise<Result>): Promise<Result> {
    return this.nest(this.sql, part)
  }

  forSender(): Database {
    return this
  }
}

/**
 * Runs a transaction. If its connection is lost, it fails at once, and nothing more is sent on it: postgres.js (3.4.9)
 * would write a rollback, which ends the process (porsager/postgres#1208). The caller then closes the connection.
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
