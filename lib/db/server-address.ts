import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, connect as dial } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Returns the lines of a server's PID file. Its format is in PostgreSQL's src/include/utils/pidfile.h. */
export const readPidFile = async (data: string) => (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')

/** Where a server listens: on a Unix socket, or on a port of the loopback address. */
type Address = { path: string } | { port: number; host: string }

/**
 * Returns where a server listens. The fourth line of its PID file is the port, the fifth one the directory of the
 * socket, the sixth one the address of the port; of the last two, the server writes what it has once it listens there.
 *
 * @param data the directory of its files
 * @throws Error if it does not listen yet
 */
export async function readAddress(data: string): Promise<Address> {
  const [, , , port, directory, host] = await readPidFile(data)
  if (directory) return { path: join(data, socketName) }
  if (host) return { port: Number(port), host }
  throw new Error(`the server of ${data} does not listen yet`)
}

/** The name of PostgreSQL's socket for its usual port. */
export const socketName = '.s.PGSQL.5432'

/**
 * Whether a server can listen on a socket among its files. Windows has no such sockets; macOS, the strictest of the
 * others, allows paths of 103 bytes.
 */
export const canListenOnSocket = (data: string) =>
  platform() !== 'win32' && Buffer.byteLength(join(data, socketName)) <= 103

/**
 * Whether a server listens. Tries for a second, because a server that is starting may not listen yet, nor have written
 * to its PID file where it will.
 *
 * @param data the directory of its files
 */
export async function isListening(data: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    if (await canConnect(data)) return true
    await delay(50)
  }
  return false
}

async function canConnect(data: string) {
  const address = await readAddress(data).catch(() => null)
  if (!address) return false
  const socket = dial(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Systems give outgoing connections higher ports: one of these that is free stays so until a server listens there. */
const quietPorts = [20_000, 32_000] as const
const maxTries = 100

/**
 * Finds a free port of the loopback address.
 *
 * @throws the error of the last of many tries
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(...quietPorts)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
      await new Promise((done) => probe.close(done))
      return port
    } catch (error) {
      if (tries === maxTries) throw error
    }
  }
}
