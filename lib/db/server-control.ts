import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { EmbeddedServerError, type Runner } from './postgres-binaries.ts'
import { isListening, readPidFile, socketName } from './server-address.ts'

export type Server = { pg_ctl: string; root: string; data: string; flags: string[]; runAsOwner: Runner }

/**
 * Whether a server runs. The PID in postmaster.pid may belong to another process by now, especially
 * after a container was killed. If no server is listening, we replace the PID in the file with one that
 * cannot exist. The rest of the file stays: PostgreSQL uses it to check that its shared memory is free.
 */
export async function isRunning({ pg_ctl, data, runAsOwner }: Server) {
  const isAlive = await runAsOwner(pg_ctl, ['-D', data, 'status']).then(
    () => true,
    () => false,
  )
  if (!isAlive) return false
  if (await isListening(data)) return true
  // It has been stopped in the meantime.
  if (!existsSync(join(data, 'postmaster.pid'))) return false
  const [, ...lines] = await readPidFile(data)
  await writeFile(join(data, 'postmaster.pid'), [2 ** 31 - 1, ...lines].join('\n'))
  return false
}

/**
 * Starts a server.
 *
 * @param port of the loopback address, or null for a Unix socket among its files
 * @throws EmbeddedServerError if it does not start
 */
export async function start(server: Server, port: number | null) {
  const { pg_ctl, root, data, flags, runAsOwner } = server
  const settings = [
    ...(port === null
      ? ["listen_addresses=''", 'unix_socket_directories=.', 'unix_socket_permissions=0700']
      : ['listen_addresses=127.0.0.1', "unix_socket_directories=''", `port=${port}`]),
    `shared_buffers=${cacheSizeMb()}MB`,
    ...recoverySettings,
    ...flags,
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  // After a crash, the PID in it may belong to another process by now.
  await rm(join(data, `${socketName}.lock`), { force: true })
  const log = join(root, 'postgresql.log')
  try {
    await runAsOwner(pg_ctl, ['-D', data, '-l', log, '-o', options, '-w', '-s', 'start'])
  } catch (error) {
    // Another process may have started the server: the lock decides which one uses it.
    if (await isRunning(server)) return
    throw new EmbeddedServerError(`the embedded PostgreSQL does not start; see ${log}`, { cause: error })
  }
}

/** Stops a server, and aborts running statements. */
export async function stop(server: Server) {
  const { pg_ctl, data, runAsOwner } = server
  try {
    await runAsOwner(pg_ctl, ['-D', data, '-m', 'fast', '-w', '-s', 'stop'])
  } catch (error) {
    // It may have exited by itself in the meantime.
    if (await isRunning(server)) throw error
  }
}

/**
 * What a start after a crash waits for: a server first syncs its files, each by itself unless it is told otherwise, and
 * then repeats what has been written since the last checkpoint, up to a gigabyte by default.
 */
const recoverySettings = ['max_wal_size=256MB', ...(platform() === 'linux' ? ['recovery_init_sync_method=syncfs'] : [])]

/** Half of what PostgreSQL's manual recommends for a dedicated server (section 19.4.1). */
function cacheSizeMb() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(128, Math.floor(memory / 8 / 2 ** 20))
}
