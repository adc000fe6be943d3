import type { Sql } from 'postgres'
import { type ClientPool, type ConnectionCounts, createClientPool } from './client-pool.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import { despiteDeadlock } from './errors.ts'
import { refuseWhileHanging } from './hanging-commits.ts'
import { Database, send } from './queries.ts'
import { isRead, type Params } from './statements.ts'
import { runTransaction } from './transactions.ts'

/** How many connections a database opens for reading, and for transactions and single statements that write. */
type Connections = { reads: number; writes: number }

/** While it is replaced, the connection for notifications exists twice. */
const forNotifications = 2
/** One for each of the two jobs, which last, and one for everything else. */
const minWrites = 3

/**
 * Shares the connections of a process among its databases, so that it never has more than `limit`. MCP and Slack get a
 * sixth for reading and a sixth for writing, the API and the pages the rest.
 *
 * @param limit at least 10: fewer cannot be shared
 */
export function shareConnections(limit: number): Record<'api' | 'mcp' | 'slack', Connections> {
  const all = limit - forNotifications
  const sixth = Math.floor(all / 6)
  const rest = all - 4 * sixth
  const writes = Math.max(minWrites, Math.ceil(rest / 2))
  const other = { reads: sixth, writes: sixth }
  return { api: { reads: rest - writes, writes }, mcp: other, slack: other }
}

export type { Database, Queries } from './queries.ts'
export type { DatabasePool }

/** On few cores, few connections are the fastest. */
const defaultConnections: Connections = { reads: 4, writes: 4 }
/** Enough to keep PostgreSQL busy; more statements would wait behind slow ones. */
const maxReadsPerConnection = 3

/**
 * Opens a database; nothing connects before the first statement. What writes, a transaction or a single statement, has
 * a connection to itself. Reads run on connections that no write uses: a commit that hangs, because a standby is gone,
 * holds up everything behind it on its connection.
 *
 * Statements throw a Problem with status 503 if the server cannot be reached, does not respond or cannot take more
 * work.
 *
 * @param url postgresql://…
 * @param connections how many there are at most
 */
export function openDatabase(
  url: string,
  options: ConnectionOptions = {},
  { reads, writes }: Connections = defaultConnections,
): DatabasePool {
  const creating = (more: ConnectionOptions) => (onClose: () => void) => connect(url, { ...options, ...more, onClose })
  const forReads = createClientPool(creating({ readOnly: true }), reads, maxReadsPerConnection)
  const forWrites = createClientPool(creating({}), writes, 1)
  const ping = () => forReads.use((sql) => send(sql, 'db/ping'))
  return new DatabasePool(forReads, refuseWhileHanging(forWrites, ping), options.lockTimeoutMs)
}

class DatabasePool extends Database {
  private readonly forReads: ClientPool
  private readonly forWrites: ClientPool
  private readonly lockTimeoutMs: number
  private readonly sender: string | undefined
  private readonly check: () => void

  constructor(forReads: ClientPool, forWrites: ClientPool, lockTimeoutMs = 0, sender?: string, check = () => {}) {
    super()
    this.forReads = forReads
    this.forWrites = forWrites
    this.lockTimeoutMs = lockTimeoutMs
    this.sender = sender
    this.check = check
  }

  many<Row>(name: string, params?: Params): Promise<Row[]> {
    const run = (sql: Sql) => {
      this.check()
      return send<Row>(sql, name, params)
    }
    const pool = isRead(name) ? this.forReads : this.forWrites
    return pool.use((sql) => despiteDeadlock(() => run(sql)), this.sender)
  }

  begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
    const limited = this.lockTimeoutMs > 0 ? this.limitLockWait(work) : work
    const run = (sql: Sql) => runTransaction(sql, limited, this.check)
    return this.forWrites.use((sql) => despiteDeadlock(() => run(sql)), this.sender)
  }

  /** Behind a pooler, the parameter of the connection does not arrive. */
  private limitLockWait<Result>(work: (tx: Database) => Promise<Result>) {
    return async (tx: Database) => {
      await tx.run('db/limit-lock-wait', { milliseconds: this.lockTimeoutMs })
      return work(tx)
    }
  }

  forSender(sender: string, check?: () => void): Database {
    const { forReads, forWrites, lockTimeoutMs } = this
    return new DatabasePool(forReads, forWrites, lockTimeoutMs, sender, check)
  }

  /** Counts the connections for reading and for writing together. */
  countConnections(): ConnectionCounts {
    const reads = this.forReads.countConnections()
    const writes = this.forWrites.countConnections()
    return {
      active: reads.active + writes.active,
      idle: reads.idle + writes.idle,
      max: reads.max + writes.max,
      waiting: reads.waiting + writes.waiting,
    }
  }

  /** Waits for running statements, refuses queued and later ones, and closes all connections. */
  async end(): Promise<void> {
    await Promise.all([this.forReads.end(), this.forWrites.end()])
  }
}
