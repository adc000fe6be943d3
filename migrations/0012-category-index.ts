import { readFileSync } from 'node:fs'
import type { TransactionSql } from 'postgres'

export const up = (sql: TransactionSql) =>
  sql.unsafe(readFileSync(new URL('0012-category-index.sql', import.meta.url), 'utf8'))
