import type { Sql, TransactionSql } from 'postgres'
import { withDeadline } from './deadline.ts'
import { bind, type Params } from './statements.ts'

/** Runs the statements in sql/, by name. */
export type Queries = {
  /**
   * Returns the row of a statement that gives one row or none.
   *
   * @throws Error if it gives more
   */
  one<Row>(name: string, params?: Params): Promise<Row | undefined>
  /** Returns all rows of a statement. */
  many<Row>(name: string, params?: Params): Promise<Row[]>
  /** Runs a statement and ignores its result. */
  run(name: string, params?: Params): Promise<void>
}

/** The database or a transaction: callers need not know which. */
export type Database = Queries & {
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. Within a transaction, only what
   * `work` did is rolled back, and the transaction can go on.
   */
  begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>
  /**
   * Returns the same database for the requests of one person, who can take half of its connections.
   *
   * @param check called before each statement; if it throws, the statement is not sent
   */
  forPerson(person: string, check?: () => void): Database
}

/** Adds `one` and `run` to `many`. */
export function createQueries(many: Queries['many']): Queries {
  return {
    many,
    async one<Row>(name: string, params?: Params) {
      const rows = await many<Row>(name, params)
      if (rows.length > 1) throw new Error(`sql/${name}.sql gave ${rows.length} rows, not one`)
      return rows[0]
    },
    async run(name, params) {
      await many(name, params)
    },
  }
}

/** Sends a statement on a client, as a prepared statement. */
export async function send<Row>(
  sql: Sql | TransactionSql,
  name: string,
  params: Params = {},
): Promise<Row[]> {
  const { text, values } = bind(name, params)
  const rows: unknown = await withDeadline(sql.unsafe(text, values as never, { prepare: true }))
  return rows as Row[]
}
