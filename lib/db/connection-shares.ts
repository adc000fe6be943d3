/** How many connections a database opens for statements, and for transactions. */
export type Connections = { statements: number; transactions: number }

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
