import type { Sql, TransactionSql } from 'postgres'
import { isConnectionLoss } from './errors.ts'
import { createQueries, type Database, send } from './queries.ts'

/**
 * Runs a transaction. If its connection is lost, it fails immediately, and `work` can send nothing more:
 * postgres.js (3.4.9) would write to the lost connection, at least a rollback, which ends the process
 * (porsager/postgres#1208).
 */
export async function runTransaction<Result>(
  sql: Sql,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  const never = new Promise<never>(() => {})
  let isOver = false
  const run = async (tx: TransactionSql) => {
    try {
      const result = await work(toDatabase(tx, () => isOver))
      return isOver ? never : result
    } catch (error) {
      if (isOver || isConnectionLoss(error)) return never
      throw error
    }
  }
  try {
    return (await sql.begin(run)) as Result
  } finally {
    isOver = true
  }
}

function toDatabase(sql: TransactionSql, isOver: () => boolean): Database {
  const tx: Database = {
    ...createQueries(async (name, params) => {
      if (isOver()) throw new Error('the transaction is over')
      return send(sql, name, params)
    }),
    begin: (work) => work(tx),
  }
  return tx
}
