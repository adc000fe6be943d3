import { fileURLToPath } from 'node:url'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { Problem } from '../problem.ts'
import { createBatches } from './batches.ts'
import { readStatements } from './statements.ts'
import { createTurns, type Turn } from './turns.ts'

/** The values of a statement's parameters, by name. `undefined` is refused (in `:asked` it is `null`): absent is `null`. */
export type Params = Record<string, Param>
type Param = string | number | boolean | null | Uint8Array | readonly (string | number)[] | object

/** What runs statements. */
export type Queries = {
  /** The first row of a statement's answer, if any. */
  one<Row>(name: string, params?: Params): Promise<Row | undefined>
  /** All rows of a statement's answer. */
  many<Row>(name: string, params?: Params): Promise<Row[]>
}

/** The database itself, or a transaction of it: operations cannot tell which they are given. */
export type Database = Queries & {
  /**
   * All rows of a statement that changes nothing (outside a transaction PostgreSQL refuses any other), not
   * to be changed either: who waits for its turn with the same statement gets them as well. One that runs
   * already is not shared, so nobody gets rows from before they asked.
   *
   * A statement that answers several at once has the parameter `:asked`, their values with a `place` each, and
   * says in each row whose place it is: those who wait with different values are answered together.
   */
  read<Row>(name: string, params?: Params): Promise<Row[]>
  /** Runs `work` in one transaction: what it throws rolls everything back. Inside one, it joins that. */
  begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>
}

export type DatabasePool = Database & {
  /** Waits for running statements, refuses those that wait for their turn or come later, and closes all connections. */
  end(): Promise<void>
}

export const statements = readStatements(fileURLToPath(new URL('../../sql', import.meta.url)))

type Client = Queries & { sql: Sql; busy: number }

/**
 * Connections for what is only read, which locks no rows and waits for none; for statements that come and
 * go by themselves; and for transactions, each of which has one for itself: what its own work asks outside
 * it must not wait for it. Two jobs and a delivery of messages may keep three of these for long.
 */
const connections = { reads: 3, statements: 4, transactions: 4 }
/**
 * What a statement counts for: of one kind, eight for many rows fill the connections, or sixteen for a
 * single row. One of them runs on each, and the next are there when it is done; more would wait behind one
 * that is slow. Pages of the list are all alike, and keep us longer than PostgreSQL: twelve of them. Of
 * batches four: who comes while these run joins the next.
 */
const loads = { rows: 6, list: 4, row: 3, batch: 12 }
const fullLoad = 48
/** Queries in a batch. More would save little, and a quick one might wait for more slow ones. */
const fullBatch = 4
const outage =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH)|(08|28|53|57|3D)...|55P03|40P01)$/

export type ConnectionOptions = {
  /** makes every transaction `read only`: PostgreSQL refuses writes */
  readOnly?: boolean
  /** how long a statement waits for a lock, in milliseconds; by default as long as it may run at all */
  lockTimeout?: number
}

/**
 * Opens a pool on a PostgreSQL server; nothing connects before the first statement.
 *
 * It is made of clients with one connection each, because a postgres.js client with several of them
 * queues ever slower once a burst is over (seen in 3.4.9).
 *
 * A client that has lost its connection is replaced: where the lost one took a statement along and the
 * server then refuses the next (it is still starting), postgres.js (3.4.9) tries for ever and answers
 * nobody.
 *
 * Statements throw Problem `database_unavailable` when the server cannot be reached.
 *
 * @param url postgresql://…
 */
export function openDatabase(url: string, options: ConnectionOptions = {}): DatabasePool {
  const open = (size: number, full: number, readOnly = options.readOnly) => {
    const openOne = (): Client => {
      const sql = connect(url, { ...options, readOnly })
      return { sql, ...queries(sql), busy: 0 }
    }
    const clients = Array.from({ length: size }, openOne)
    return { clients, turns: createTurns(clients, full), openOne }
  }
  const forReads = open(connections.reads, fullLoad, true)
  const forStatements = options.readOnly ? forReads : open(connections.statements, fullLoad)
  const forTransactions = open(connections.transactions, connections.transactions)
  const all = new Set([forReads, forStatements, forTransactions])
  let closed: Problem | undefined

  async function inTurn<Result>(
    { clients, turns, openOne }: typeof forReads,
    turn: Turn,
    work: (client: Client) => Promise<Result>,
  ) {
    if (closed) throw closed
    const client = await turns.take(turn)
    try {
      return await work(client)
    } catch (error) {
      const place = clients.indexOf(client)
      if (isLoss(error) && place >= 0) {
        clients[place] = openOne()
        void client.sql.end({ timeout: 0 })
      }
      const problem = isOutage(error) ? unavailable(error) : error
      // The others would each wait as long, a few at a time.
      if (isOutageOf(/^CONNECT_TIMEOUT$/, error)) turns.refuseWaiting(problem)
      throw problem
    } finally {
      turns.release(client, turn)
    }
  }

  const batches = createBatches<Params, unknown[]>(fullBatch, isForAll)

  function read<Row>(name: string, params: Params = {}) {
    const several = answersSeveral(name)
    const kind = several ? name : JSON.stringify([name, params])
    const turn = several ? { load: loads.batch } : { load: loadOf(name), kind }
    const run = (close: () => readonly Params[]) =>
      inTurn(forReads, turn, (client) => readEach(client, name, close()))
    return batches.ask(kind, params, run) as Promise<Row[]>
  }

  return {
    one: <Row>(name: string, params?: Params) =>
      inTurn(forStatements, { load: loads.row }, (client) => client.one<Row>(name, params)),
    many: <Row>(name: string, params?: Params) =>
      inTurn(forStatements, { load: loads.rows }, (client) => client.many<Row>(name, params)),
    read,
    begin: (work) => inTurn(forTransactions, { load: 1 }, ({ sql }) => transact(sql, work)),
    async end() {
      closed = unavailable(new Error('the database is closed'))
      for (const { turns } of all) turns.refuseWaiting(closed)
      const clients = [...all].flatMap((each) => each.clients)
      await Promise.all(clients.map(({ sql }) => sql.end({ timeout: 5 })))
    },
  }
}

const answersSeveral = (name: string) => statements.get(name)?.params.includes('asked')

const loadOf = (name: string) => (name === 'terms/list' ? loads.list : loads.rows)

/** The rows for each of several queries, in their order; in one statement where it answers several. */
async function readEach(
  { many }: Queries,
  name: string,
  queries: readonly Params[],
): Promise<unknown[][]> {
  if (!answersSeveral(name)) return Promise.all(queries.map((params) => many(name, params)))
  const asked = queries.map((params, place) => ({ ...params, place }))
  const answers: unknown[][] = queries.map(() => [])
  for (const row of await many<{ place: number }>(name, { asked })) answers[row.place]?.push(row)
  return answers
}

/** PostgreSQL writes `2026-11-22 17:06:57.123456+00`. One for all clients: V8 is quicker with few functions in one place. */
const timestamps = {
  to: 1184,
  from: [1184],
  serialize: (timestamp: string) => timestamp,
  parse: (timestamp: string) => `${timestamp.slice(0, 10)}T${timestamp.slice(11, -3)}Z`,
}

/**
 * Opens a client with one connection to a PostgreSQL server; for the pool above and for the few places
 * that need a session of their own. Timestamps come and go as RFC 3339 text in UTC.
 *
 * @param url postgresql://…
 */
export function connect(
  url: string,
  { readOnly = false, lockTimeout = 0 }: ConnectionOptions = {},
): Sql {
  return postgres(url, {
    max: 1,
    connect_timeout: 5,
    backoff: () => 0.1,
    onnotice: () => {},
    types: { date: timestamps },
    connection: {
      application_name: 'term-glossary',
      TimeZone: 'UTC',
      // Compiling a search takes more than a second, running it a millisecond.
      jit: 'off',
      default_transaction_read_only: readOnly,
      statement_timeout: 30_000,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: 60_000,
      'pg_trgm.word_similarity_threshold': 0.5,
    },
  })
}

/** Whether an error means that the server cannot be reached or cannot take more work now. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && outage.test(String(error.code))
}

const unavailable = (cause: unknown) => new Problem('database_unavailable', {}, { cause })

const isOutageOf = (codes: RegExp, error: unknown) =>
  isOutage(error) && codes.test((error as Error & { code: string }).code)

/** An outage: asked one by one they would fail as well. Not where they took too long or too much together. */
const isForAll = (error: unknown) =>
  error instanceof Problem && !isOutageOf(/^(57014|53[24]00)$/, error.cause)

const isLoss = (error: unknown) => isOutageOf(/^(CONNECTION_|E)/, error)

/**
 * Runs a transaction. When it loses its connection it fails at once, and what `work` still does to it
 * goes nowhere: postgres.js (3.4.9) would write to that connection, a rollback at least, and that ends
 * the process (porsager/postgres#1208).
 */
async function transact<Result>(
  sql: Sql,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  const nowhere = new Promise<never>(() => {})
  let isOver = false
  const run = async (tx: TransactionSql) => {
    try {
      const result = await work(transaction(tx, () => isOver))
      return isOver ? nowhere : result
    } catch (error) {
      if (isOver || isLoss(error)) return nowhere
      throw error
    }
  }
  try {
    return (await sql.begin(run)) as Result
  } finally {
    isOver = true
  }
}

function transaction(sql: TransactionSql, isOver: () => boolean): Database {
  const own = queries(sql, isOver)
  const tx: Database = {
    ...own,
    read: async <Row>(name: string, params: Params = {}) =>
      (await readEach(own, name, [params]))[0] as Row[],
    begin: (work) => work(tx),
  }
  return tx
}

function queries(sql: Sql | TransactionSql, isOver = () => false): Queries {
  // postgres.js sends a statement once somebody awaits it, not before.
  function many<Row>(name: string, params: Params = {}) {
    if (isOver()) throw new Error('the transaction is over')
    const { text, values } = bind(name, params)
    return sql.unsafe(text, values as never, { prepare: true }) as unknown as Promise<Row[]>
  }
  return {
    many,
    one: async <Row>(name: string, params?: Params) => (await many<Row>(name, params))[0],
  }
}

function bind(name: string, params: Params) {
  const statement = statements.get(name)
  if (!statement) throw new Error(`no such statement: sql/${name}.sql`)
  const values = statement.params.map((param) => {
    const value = params[param]
    if (value === undefined) throw new Error(`sql/${name}.sql: no value for :${param}`)
    return value
  })
  return { text: statement.text, values }
}

/** Whether a statement failed because what it wrote exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23505'
}
