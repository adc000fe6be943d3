import { createClientPool } from './client-pool.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import { createQueries, type Database, send } from './queries.ts'
import { runTransaction } from './transactions.ts'

export type { Database, Queries } from './queries.ts'

export type DatabasePool = Database & {
  /** Waits for running statements, refuses queued and later ones, and closes all connections. */
  end(): Promise<void>
}

/** For statements, and again for transactions. On few cores, few connections are the fastest. */
const connections = 4
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
 */
export function openDatabase(url: string, options: ConnectionOptions = {}): DatabasePool {
  const createClient = () => connect(url, options)
  const forStatements = createClientPool(createClient, connections, maxStatementsPerConnection)
  const forTransactions = createClientPool(createClient, connections, 1)
  const toDatabase = (person?: string, check = () => {}): Database => ({
    ...createQueries((name, params) =>
      forStatements.use(async (sql) => {
        check()
        return send(sql, name, params)
      }, person),
    ),
    begin: (work) => forTransactions.use((sql) => runTransaction(sql, work, check), person),
    forPerson: toDatabase,
  })
  return {
    ...toDatabase(),
    async end() {
      await Promise.all([forStatements.end(), forTransactions.end()])
    },
  }
}
