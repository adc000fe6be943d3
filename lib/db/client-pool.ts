import type { Sql } from 'postgres'
import { isConnectionLoss, isUnresponsive, toProblem, unavailable } from './errors.ts'

/** `isOpen` is whether the connection has been used and not been closed since. */
type Client = { sql: Sql; running: number; isOpen: boolean }

/**
 * Connections that are in use, those that are open and not in use, and how many there can be; and the callers that wait
 * for one.
 */
export type ConnectionCounts = { active: number; idle: number; max: number; waiting: number }

type Waiting = { sender: string | undefined; start: (client: Client) => void; refuse: (error: unknown) => void }

export type ClientPool = {
  /**
   * Runs `work` on the least busy client, once one has room. When a response of the server times out, queued work
   * fails, too.
   *
   * @param sender their work runs on half of the clients at most; the rest waits
   *
   * @throws what `work` throws; a Problem with status 503 for an outage
   */
  use<Result>(work: (sql: Sql) => Promise<Result>, sender?: string): Promise<Result>
  countConnections(): ConnectionCounts
  /** Waits for running work (5 seconds at most), refuses queued and later work, and closes all connections. */
  end(): Promise<void>
}

/**
 * Spreads work over several clients with one connection each, because the internal queue of a postgres.js
 * client (3.4.9) with several connections becomes slower and slower after a burst. When all clients are
 * busy, work waits in one first-in, first-out queue. In the queue of a client it could be stuck behind a
 * slow statement while other clients are idle.
 *
 * @param connect creates a client with one connection, which calls the function whenever it has closed
 * @param size number of clients
 * @param maxPerClient how many units of work each client runs concurrently
 */
export function createClientPool(
  connect: (onClose: () => void) => Sql,
  size: number,
  maxPerClient: number,
): ClientPool {
  function createClient(): Client {
    const onClose = () => {
      client.isOpen = false
    }
    const client: Client = { sql: connect(onClose), running: 0, isOpen: false }
    return client
  }
  const clients = Array.from({ length: size }, createClient)
  const queue: Waiting[] = []
  const maxClientsPerSender = Math.ceil(size / 2)
  /** the clients on which a sender's work runs, one for each unit */
  const clientsBySender = new Map<string, Client[]>()
  let isClosed = false

  const hasRoom = () => clients.some(({ running }) => running < maxPerClient)

  const waitForClient = (sender?: string) =>
    new Promise<Client>((start, refuse) => queue.push({ sender, start, refuse }))

  function claimLeastBusy(sender?: string) {
    const own = sender === undefined ? undefined : clientsBySender.get(sender)
    const isLimited = own !== undefined && new Set(own).size >= maxClientsPerSender
    const client = leastBusy(isLimited ? clients.filter((each) => own.includes(each)) : clients)
    if (!client || client.running >= maxPerClient) return undefined
    client.running++
    if (own) own.push(client)
    else if (sender !== undefined) clientsBySender.set(sender, [client])
    return client
  }

  function release(client: Client, sender?: string) {
    client.running--
    const own = sender === undefined ? undefined : clientsBySender.get(sender)
    if (own && own.length > 1) own.splice(own.indexOf(client), 1)
    else if (sender !== undefined) clientsBySender.delete(sender)
    if (queue.length > 0) startWaiting()
  }

  /** Starts what waits, in order, but passes over people who have enough work running. */
  function startWaiting() {
    for (let index = 0; index < queue.length && hasRoom(); ) {
      const client = claimLeastBusy(queue[index]?.sender)
      if (client) queue.splice(index, 1)[0]?.start(client)
      else index++
    }
  }

  function refuseQueued(error: unknown) {
    for (const { refuse } of queue.splice(0)) refuse(error)
  }

  /**
   * Replaces a client that has lost its connection. If a lost connection took a statement with it and the
   * restarting server then refuses the next one, a postgres.js client (3.4.9) reconnects forever and never
   * responds.
   */
  function replace(client: Client) {
    const index = clients.indexOf(client)
    if (index < 0) return
    clients[index] = createClient()
    void client.sql.end({ timeout: 0 })
  }

  return {
    async use(work, sender) {
      if (isClosed) throw closed()
      const client = claimLeastBusy(sender) ?? (await waitForClient(sender))
      try {
        const result = await work(client.sql)
        client.isOpen = true
        return result
      } catch (error) {
        if (isConnectionLoss(error)) replace(client)
        const problem = toProblem(error)
        // The server does not respond: each queued statement would wait for the same timeout.
        if (isUnresponsive(error)) refuseQueued(problem)
        throw problem
      } finally {
        release(client, sender)
      }
    },
    countConnections() {
      const active = clients.filter(({ running }) => running > 0).length
      const idle = clients.filter(({ running, isOpen }) => isOpen && running === 0).length
      return { active, idle, max: size, waiting: queue.length }
    },
    async end() {
      isClosed = true
      refuseQueued(closed())
      await Promise.all(clients.map(({ sql }) => sql.end({ timeout: 5 })))
    },
  }
}

function leastBusy(clients: readonly Client[]): Client | undefined {
  let least = clients[0]
  for (const client of clients) if (least && client.running < least.running) least = client
  return least
}

const closed = () => unavailable(new Error('the database is closed'))
