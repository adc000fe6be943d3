import postgres, { type Sql } from 'postgres'
import { parse } from 'postgres-array'
import { JsonText } from '../json-text.ts'
import { statementTimeoutMs } from './deadline.ts'
import { isTemporary } from './errors.ts'
import { connectToPrimary, splitHosts } from './hosts.ts'
import { type Patience, PatienceError } from './patience.ts'

/**
 * The types of the arrays in our statements. The driver (3.4.9) can ask each server for them, but if a connection is
 * lost meanwhile, that ends the process.
 */
export const arrays = {
  integers: arrayType(1007, Number),
  texts: arrayType(1009),
  uuids: arrayType(2951),
  documents: arrayType(3807, JSON.parse),
}

/**
 * @param oid the number of the type, which is the same in every PostgreSQL (pg_type.dat)
 * @param read reads the text of an element
 */
function arrayType(oid: number, read: (text: string) => unknown = String) {
  return {
    to: oid,
    from: [oid],
    serialize: (elements: readonly (string | number)[]) => `{${elements.map(quote).join()}}`,
    parse: (text: string) => parse(text, read),
  }
}

const quote = (element: string | number) => `"${String(element).replace(/["\\]/g, '\\$&')}"`

export type ConnectionOptions = {
  /** Makes every transaction `read only`, so that PostgreSQL refuses writes. */
  readOnly?: boolean
  /** How long a statement waits for a lock. By default, only the statement timeout limits it. */
  lockTimeoutMs?: number
  /** whether a connection pooler is in between, which accepts few parameters */
  isPooled?: boolean
  /** called for each notification that the connection listens for */
  onNotify?: (channel: string) => void
  /** called whenever the connection has closed */
  onClose?: () => void
}

/** Timestamps stay text: PostgreSQL's `2026-11-22 17:06:57.123456+00` becomes RFC 3339 in UTC. */
const timestamps = {
  to: 1184,
  from: [1184],
  serialize: (timestamp: string) => timestamp,
  parse: (timestamp: string) => `${timestamp.slice(0, 10)}T${timestamp.slice(11, -3)}Z`,
}

/** `json` stays text, to be passed on; `jsonb` is parsed. */
const json = { to: 114, from: [114], serialize: JSON.stringify, parse: (text: string) => new JsonText(text) }

/**
 * Creates a postgres.js client with one connection, which opens with the first statement.
 *
 * @param url postgresql://…; `?host=` can have the directory of a Unix socket, as in libpq; of several hosts, the
 * primary is used
 */
export function connect(
  url: string,
  {
    readOnly = false,
    lockTimeoutMs = 0,
    isPooled = false,
    onClose = () => {},
    onNotify = () => {},
  }: ConnectionOptions = {},
): Sql {
  const { url: single, hosts } = splitHosts(url)
  const { address, socket } = splitSocket(single)
  return postgres(address, {
    ...socket,
    ...(hosts && connectToPrimary(hosts)),
    max: 1,
    // Another host is tried then.
    connect_timeout: hosts ? 2 : 5,
    backoff: () => 0.1,
    onnotice: () => {},
    onclose: onClose,
    ...{ onnotify: onNotify }, // not in the types of postgres.js
    types: { date: timestamps, text: json, ...arrays },
    fetch_types: false, // see arrays
    connection: {
      application_name: 'term-glossary',
      TimeZone: 'UTC',
      default_transaction_read_only: readOnly,
      ...(!isPooled && { ...sessionParameters({ readOnly }), lock_timeout: lockTimeoutMs }),
    },
  })
}

/**
 * Returns the parameters that our statements rely on. Behind a pooler, the operator sets those that are the same for
 * all.
 */
export const sessionParameters = ({ readOnly }: { readOnly: boolean }) => ({
  default_transaction_read_only: readOnly,
  // JIT compilation of a search takes more than a second; running it takes a millisecond.
  jit: 'off',
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 60_000,
  'pg_trgm.word_similarity_threshold': 0.5,
})

/**
 * Waits until a server accepts statements.
 *
 * @param url postgresql://…
 * @throws what the server or the network throws, if it does not end by itself or the patience is over
 */
export async function waitForServer(url: string, patience: Patience, options: ConnectionOptions = {}): Promise<void> {
  let reason: unknown
  async function attempt() {
    const sql = connect(url, options)
    try {
      await sql`select 1`
      return true
    } catch (error) {
      if (!isTemporary(error)) throw error
      reason = error
      return undefined
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  try {
    await patience.until('the database', attempt)
  } catch (error) {
    throw error instanceof PatienceError ? reason : error
  }
}

/** Returns the host or hosts and the name of a database, without its user and password, for the log. */
export function describeDatabase(url: string): { host: string; name: string } {
  const { searchParams, pathname, username } = new URL(splitHosts(url).url)
  const name = decodeURIComponent(pathname.slice(1) || username)
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? []
  return { host: searchParams.get('host') ?? hosts, name }
}

/** Takes the directory of a Unix socket out of a URL: postgres.js gets the path of the socket instead. */
function splitSocket(url: string): { address: string; socket: { path?: string } } {
  if (!/[?&]host=(?:\/|%2F)/i.test(url)) return { address: url, socket: {} }
  const address = new URL(url)
  const { searchParams } = address
  const port = searchParams.get('port') || address.port || 5432
  const path = `${searchParams.get('host')}/.s.PGSQL.${port}`
  for (const name of ['host', 'port']) searchParams.delete(name)
  return { address: address.href, socket: { path } }
}
