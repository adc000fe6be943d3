import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '../../lib/db/embedded.ts'
import { migrate } from '../../lib/db/migrate.ts'
import { createDatabase } from './databases.ts'
import { eventually } from './eventually.ts'
import { type Account, type ServerProcess, startServer } from './process.ts'
import { suite, type Test } from './suite.ts'

const run = promisify(execFile)

/** Beside the directory of tests/run.ts, which other accounts cannot enter. */
const { TEST_DIRECTORY: shared } = process.env
const fastDirectory = shared ? dirname(shared) : tmpdir()

/** What a test may ask for; all of it goes after the test, whatever happened. */
export type Servers = {
  /** starts server.ts; see startServer() */
  start(env: Record<string, string>, command?: string, account?: Account): Promise<ServerProcess>
  /** makes an empty directory; an embedded PostgreSQL left running in it is stopped */
  directory(): Promise<string>
  /**
   * makes a data directory in which PostgreSQL has been initialised and migrated, which saves a second of each start
   */
  dataDirectory(): Promise<string>
  /** makes a database and gives its URL */
  database(kind?: 'migrated' | 'empty'): Promise<string>
}

/** A suite in which every test starts servers of its own. */
export function servers(name: string): Test<Servers> {
  const test = suite<Servers>(name)
  let cleaners: (() => Promise<unknown>)[] = []

  test.before.each((context) => {
    context.start = async (env, command, account) => {
      const server = await startServer(env, command, account)
      cleaners.push(() => kill(server))
      return server
    }
    context.directory = async () => {
      const path = await mkdtemp(join(fastDirectory, 'glossary-test-'))
      cleaners.push(() => removeDirectory(path))
      return path
    }
    context.dataDirectory = async () => {
      const path = await context.directory()
      initialised ??= initialiseDirectory()
      await run('cp', ['-a', `${await initialised}/.`, path])
      return path
    }
    context.database = async (kind) => {
      const { url, drop } = await createDatabase(kind)
      cleaners.push(drop)
      return url
    }
  })
  test.after.each(async () => {
    const last = cleaners.reverse()
    cleaners = []
    for (const clean of last) {
      // uvu drops the rest of a suite, in silence, when a hook throws.
      await clean().catch((error) => process.stderr.write(`${error.stack}\n`))
    }
  })
  return test
}

let initialised: Promise<string> | undefined

/** Returns the data directory that all tests copy. The first process that needs it makes it. */
async function initialiseDirectory() {
  const path = join(process.env.TEST_DIRECTORY ?? '', 'initialised')
  const isFirst = await mkdir(path).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const server = await startEmbedded(path)
    await migrate(server.url).finally(server.stop)
    await writeFile(`${path}.done`, '')
  } else await eventually('it is made', () => existsSync(`${path}.done`), 120)
  return path
}

/** Ends a server as a power cut would, if it still runs. */
export async function kill({ child }: Pick<ServerProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Whether an embedded PostgreSQL runs in a directory, as far as its files tell. */
export const hasPostgres = (directory: string) => existsSync(join(directory, 'postgresql', 'postmaster.pid'))

/** The process of the PostgreSQL server of a directory, as far as its files tell. */
export async function postmaster(directory: string): Promise<number> {
  const file = await readFile(join(directory, 'postgresql', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

async function removeDirectory(path: string) {
  if (hasPostgres(path)) {
    const pid = await postmaster(path)
    await eventually('PostgreSQL is gone', () => !signal(pid, 'SIGQUIT'))
  }
  await rm(path, { recursive: true, force: true })
}

/** Sends a signal; returns whether the process existed. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
