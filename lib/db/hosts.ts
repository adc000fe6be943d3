import { connect as dial, type Socket } from 'node:net'

type Host = { host: string; port: number }

/** The servers of a database, of which one is the primary, and the one that was it last. */
type Hosts = {
  current(): Host
  /** the URL of each alone */
  urls(): string[]
  /** Turns to the next host, unless someone else has. */
  leave(host: Host): void
}

/** A server is a standby, which accepts no changes: the primary is another one, or there is none now. */
class StandbyError extends Error {
  readonly code = 'CONNECTION_STANDBY'

  constructor({ host, port }: Host) {
    super(`${host}:${port} is a standby`)
  }
}

/** All connections to the same servers share what is known of them. */
const known = new Map<string, Hosts>()

/**
 * Splits the URL of a database that has several hosts, as in libpq: postgresql://user@one:5432,two:5432/name.
 *
 * @returns the URL with the first host alone, and all hosts if there are several
 */
export function splitHosts(url: string): { url: string; hosts: Hosts | null } {
  const [, start = '', list = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  const entries = list.split(',')
  const single = withoutAttributes(`${start}${entries[0]}${end}`)
  if (entries.length === 1) return { url: single, hosts: null }
  const urls = entries.map((entry) => withoutAttributes(`${start}${entry}${end}`))
  const hosts = known.get(list) ?? createHosts(entries.map(parseHost), urls)
  known.set(list, hosts)
  return { url: single, hosts }
}

function parseHost(entry: string): Host {
  const { hostname, port } = new URL(`postgresql://${entry}`)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 5432 }
}

/** The driver must not look for the primary: see connectToPrimary(). */
const withoutAttributes = (url: string) => url.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '')

function createHosts(hosts: readonly Host[], urls: string[]): Hosts {
  let index = 0
  const current = () => hosts[index] as Host
  return {
    current,
    urls: () => urls,
    leave(host) {
      if (host === current()) index = (index + 1) % hosts.length
    },
  }
}

type DriverState = { parameters: Record<string, string> }

/**
 * Returns the options of postgres.js with which a client connects to the primary, wherever it is. A host that refuses,
 * does not respond or is a standby fails the statement, and the next attempt goes to the next host.
 *
 * The driver's own way (3.4.9, `target_session_attrs`) is not used: without a primary, it connects again and again
 * without a pause, and statements never fail.
 */
export function connectToPrimary(hosts: Hosts) {
  let attempt: { host: Host; socket: Socket; isPrimary: boolean }
  return {
    socket({ parameters }: DriverState) {
      // Otherwise, the driver would not report that it is what it was on the connection before.
      delete parameters.in_hot_standby
      const host = hosts.current()
      const socket = Object.assign(dial(host), host)
      const begun = { host, socket, isPrimary: false }
      attempt = begun
      socket.once('close', () => {
        if (!begun.isPrimary) hosts.leave(host)
      })
      return socket
    },
    /** @throws StandbyError, for the statement that the client connects for */
    onparameter(name: string, value: string) {
      if (name !== 'in_hot_standby') return
      attempt.isPrimary = value === 'off'
      if (attempt.isPrimary) return
      attempt.socket.destroy()
      throw new StandbyError(attempt.host)
    },
  }
}
