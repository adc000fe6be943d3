import { readFileSync } from 'node:fs'
import type { TransactionSql } from 'postgres'

export const up = (sql: TransactionSql) =>
  sql.unsafe(readFileSync(new URL('0016-follows.sql', import.meta.url), 'utf8'))
