import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../settings.ts'

/** Nobody can listen at the address wanted: it is taken, forbidden, or not of this machine. */
export class ListenError extends Error {
  constructor(cause: Error) {
    super(`SERVICE_HOST and SERVICE_PORT must be an address that is free: ${cause.message}`)
  }
}

/**
 * Makes a server listen where the settings say.
 *
 * @returns its address, http://HOST:PORT
 * @throws ListenError
 */
export async function listen(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>) {
  await new Promise<void>((done, fail) => {
    server.once('error', (cause) => fail(new ListenError(cause))).listen(port, host, done)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${(server.address() as AddressInfo).port}`
}
