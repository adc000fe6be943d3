import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../settings.ts'

/** The server cannot listen on the address: it is in use, forbidden, or not an address of this machine. */
export class ListenError extends Error {
  constructor(cause: Error) {
    super(`SERVICE_HOST and SERVICE_PORT must be a free address of this machine: ${cause.message}`)
  }
}

/**
 * Makes a server listen on the host and port of the settings.
 *
 * @returns its URL, http://HOST:PORT
 * @throws ListenError
 */
export async function listen(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new ListenError(cause))).listen(port, host, resolve)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${(server.address() as AddressInfo).port}`
}
