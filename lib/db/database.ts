import { type ClientPool, type ConnectionCounts, createClientPool } from './client-pool.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import { Database, send } from './queries.ts'
import type { Params } from './statements.ts'
import { runTransaction } from './transactions.ts'

/** How many connections a database opens for statements, and for transactions. */
type Connections = { statements: number; transactions: number }

/** While it is replaced, the connection for notifications exists twice. */
const forNotifications = 2
/** One for each of the two jobs, which last, and one for everything else. */
const minTransactions = 3

/**
 * Shares the connections of a process among its databases, so that it never has more than `limit`. MCP and Slack get a sixth for
 * statements and a sixth for transactions, the API and the pages the rest.
 *
 * @param limit at least 10: fewer cannot be shared
 */
export function shareConnections(limit: number): Record<'api' | 'mcp' | 'slack', Connections> {
  const all = limit - forNotifications
  const sixth = Math.floor(all / 6)
  const rest = all - 4 * sixth
  const transactions = Math.max(minTransactions, Math.ceil(rest / 2))
  const other = { statements: sixth, transactions: sixth }
  return { api: { statements: rest - transactions, transactions }, mcp: other, slack: other }
}

export type { Database, Queries } from './queries.ts'
export type { DatabasePool }

/** On few cores, few connections are the fastest. */
const defaultConnections: Connections = { statements: 4, transactions: 4 }
/** Enough to keep PostgreSQL busy; more statements would wait behind slow ones. */
const maxStatementsPerConnection = 3

/**
 * Opens a database; nothing connects before the first statement. A transaction has a connection to
 * itself. Single statements run on other connections, so that a transaction's work never waits for other
 * transactions when it runs a statement outside its own.
 *
 * Statements throw a Problem with status 503 if the server cannot be reached, does not respond or cannot take more work.
 *
 * @param url postgresql://…
 * @param connections how many there are at most
 */
export function openDatabase(
  url: string,
  options: ConnectionOptions = {},
  { statements, transactions }: Connections = defaultConnections,
): DatabasePool {
  const createClient = (onClose: () => void) => connect(url, { ...options, onClose })
  return new DatabasePool(
    createClientPool(createClient, statements, maxStatementsPerConnection),
    createClientPool(createClient, transactions, 1),
    options.lockTimeoutMs,
  )
}

class DatabasePool extends Database {
  private readonly forStatements: ClientPool
  private readonly forTransactions: ClientPool
  private readonly lockTimeoutMs: number
  private readonly sender: string | undefined
  private readonly check: () => void

  constructor(
    forStatements: ClientPool,
    forTransactions: ClientPool,
    lockTimeoutMs = 0,
    sender?: string,
    check = () => {},
  ) {
    super()
    this.forStatements = forStatements
    this.forTransactions = forTransactions
    this.lockTimeoutMs = lockTimeoutMs
    this.sender = sender
    this.check = check
  }

  many<Row>(name: string, params?: Params): Promise<Row[]> {
    return this.forStatements.use((sql) => {
      this.check()
      return send<Row>(sql, name, params)
    }, this.sender)
  }

  begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
    const limited = this.lockTimeoutMs > 0 ? this.limitLockWait(work) : work
    return this.forTransactions.use((sql) => runTransaction(sql, limited, this.check), this.sender)
  }

  /** Behind a pooler, the parameter of the connection does not arrive. */
  private limitLockWait<Result>(work: (tx: Database) => Promise<Result>) {
    return async (tx: Database) => {
      await tx.run('db/limit-lock-wait', { milliseconds: this.lockTimeoutMs })
      return work(tx)
    }
  }

  forSender(sender: string, check?: () => void): Database {
    const { forStatements, forTransactions, lockTimeoutMs } = this
    return new DatabasePool(forStatements, forTransactions, lockTimeoutMs, sender, check)
  }

  /** Counts the connections for statements and for transactions together. */
  countConnections(): ConnectionCounts {
    const statements = this.forStatements.countConnections()
    const transactions = this.forTransactions.countConnections()
    return {
      active: statements.active + transactions.active,
      idle: statements.idle + transactions.idle,
      max: statements.max + transactions.max,
      waiting: statements.waiting + transactions.waiting,
    }
  }

  /** Waits for running statements, refuses queued and later ones, and closes all connections. */
  async end(): Promise<void> {
    await Promise.all([this.forStatements.end(), this.forTransactions.end()])
  }
}
