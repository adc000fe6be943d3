import type { Sql, TransactionSql } from 'postgres'
import { withDeadline } from './deadline.ts'
import { type Row, type Slice, toSlice } from './slice.ts'
import { bind, type Params } from './statements.ts'

/**
 * Runs the statements in sql/, by name, in the database or in a transaction: callers need not know which. A class,
 * because each request has one of its own, and functions made for each request are slow.
 */
export abstract class Database {
  /** Returns all rows of a statement. */
  abstract many<Row>(name: string, params?: Params): Promise<Row[]>

  /**
   * Returns the row of a statement that gives one row or none.
   *
   * @throws Error if it gives more
   */
  async one<Row>(name: string, params?: Params): Promise<Row | undefined> {
    const rows = await this.many<Row>(name, params)
    if (rows.length > 1) throw new Error(`sql/${name}.sql gave ${rows.length} rows, not one`)
    return rows[0]
  }

  /** Returns a part of a list, from a statement whose rows each carry the total. */
  async slice<Item extends { id: string }>(name: string, params?: Params): Promise<Slice<Item>> {
    return toSlice(await this.many<Row<Item>>(name, params))
  }

  /** Runs a statement and ignores its result. */
  async run(name: string, params?: Params): Promise<void> {
    await this.many(name, params)
  }

  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. Within a transaction, only what
   * `work` did is rolled back, and the transaction can go on.
   */
  abstract begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>

  /**
   * Returns the same database for the requests of one sender, who can take half of its connections.
   *
   * @param check called before each statement; if it throws, the statement is not sent
   */
  abstract forSender(sender: string, check?: () => void): Database
}

/** What runs statements and nothing else. */
export type Queries = Pick<Database, 'one' | 'many' | 'run'>

/** Sends a statement on a client, as a prepared statement. */
export function send<Row>(sql: Sql | TransactionSql, name: string, params: Params = {}): Promise<Row[]> {
  const { text, values } = bind(name, params)
  const rows: PromiseLike<unknown> = sql.unsafe(text, values as never, prepared)
  return withDeadline(rows as PromiseLike<Row[]>)
}

const prepared = { prepare: true }
