import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../app/settings.ts'
import type { Context } from '../context.ts'
import { reportClosed } from './closed-connections.ts'
import { drainable } from './drain.ts'
import { readFairly } from './fair-reading.ts'
import { disconnectStalledReaders, serverOptions } from './timeouts.ts'

/**
 * The server cannot listen: the address is in use, forbidden, or not one of this machine, or no socket was passed on.
 */
export class ListenError extends Error {}

/** A server that listens. */
type Listening = {
  /** http://HOST:PORT, or the path of a Unix socket */
  address: string
  /** Stops the server; see drainable(). */
  drain: ReturnType<typeof drainable>
}

/**
 * Creates an HTTP server and makes it listen.
 *
 * @param where a host and a port, or the number of a file descriptor: a socket that listens already
 * @param portVariable the setting of the port, for the error
 * @throws ListenError
 */
export async function listen(
  listener: RequestListener,
  where: Pick<Settings, 'host' | 'port'> | { fd: number },
  needs: Pick<Context, 'log' | 'metrics'>,
  portVariable = 'SERVICE_PORT',
): Promise<Listening> {
  const created = reportClosed(createServer(serverOptions, listener), needs)
  const server = readFairly(disconnectStalledReaders(created))
  // Node.js would answer what a client expects beside 100-continue itself, and read its body as it comes.
  server.on('checkExpectation', (...messages) => server.emit('request', ...messages))
  const drain = drainable(server)
  const needed =
    'fd' in where
      ? `LISTEN_FDS must pass on a listening socket as the file descriptor ${where.fd}`
      : `SERVICE_HOST and ${portVariable} must be a free address of this machine`
  const options = 'fd' in where ? where : { host: where.host, port: where.port }
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new ListenError(`${needed}: ${message}`))).listen(options, resolve)
  })
  const bound = server.address() as AddressInfo | string
  if (typeof bound === 'string') return { address: bound, drain }
  const host = 'host' in where ? where.host : bound.address
  const name = host.includes(':') ? `[${host}]` : host
  return { address: `http://${name}:${bound.port}`, drain }
}

/** The first file descriptor that is passed on (sd_listen_fds(3)). */
const firstPassedFd = 3

/**
 * Returns the file descriptor of the listening socket that systemd, or another process, has passed on in LISTEN_FDS.
 *
 * @param process this one: LISTEN_PID, if it is set, must be its ID
 */
export function passedSocket({
  env: { LISTEN_FDS, LISTEN_PID },
  pid,
}: {
  env: Partial<Record<'LISTEN_FDS' | 'LISTEN_PID', string>>
  pid: number
}): { fd: number } | null {
  const isForUs = !LISTEN_PID || Number(LISTEN_PID) === pid
  return isForUs && Number(LISTEN_FDS) >= 1 ? { fd: firstPassedFd } : null
}
