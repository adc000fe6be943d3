import { readFileSync } from 'node:fs'
import type { TransactionSql } from 'postgres'

export const up = (sql: TransactionSql) =>
  sql.unsafe(readFileSync(new URL('0021-guards.sql', import.meta.url), 'utf8'))
