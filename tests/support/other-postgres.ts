import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from '../../lib/db/postgres-binaries.ts'
import { freePort } from './listen.ts'

const installed = '/usr/lib/postgresql'

/** A server of the oldest PostgreSQL that Debian's packages have installed. */
export type OtherPostgres = { version: string; url: string; stop(): Promise<void> }

/**
 * Starts a server of another version of PostgreSQL than the embedded one, for a user who is no superuser.
 *
 * @returns null, with a warning that says what is not tested, if none is installed
 * @throws Error in that case if TEST_PROGRAMS_REQUIRED is set
 */
export async function startOtherPostgres(tested: string): Promise<OtherPostgres | null> {
  const versions = await readdir(installed).catch(() => [])
  const [version] = versions.sort((a, b) => Number(a) - Number(b))
  if (version === undefined) {
    if (process.env.TEST_PROGRAMS_REQUIRED) throw new Error('PostgreSQL is not installed')
    process.stdout.write(`\nNOT TESTED: ${tested}. It needs PostgreSQL in ${installed}.\n`)
    return null
  }
  const bin = join(installed, version, 'bin')
  const root = await mkdtemp(join(tmpdir(), 'glossary-other-'))
  const data = join(root, 'data')
  const run = await chooseAccount(root)
  await writeFile(join(root, 'password'), 'admin', { mode: 0o644 })
  const auth = ['--auth=scram-sha-256', `--pwfile=${join(root, 'password')}`]
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'admin', '-E', 'UTF8', '--locale=C', ...auth])
  const port = await freePort()
  const flags = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories='' -c fsync=off`
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', ...args])
  await control('-o', flags, '-l', join(root, 'log'), 'start')
  const psql = (...statements: string[]) =>
    execFileSync(
      join(bin, 'psql'),
      [
        `postgresql://admin:admin@127.0.0.1:${port}/postgres`,
        ...statements.flatMap((each) => ['-c', each]),
      ],
      { stdio: 'ignore' },
    )
  psql("create role glossary login password 'glossary'", 'create database glossary owner glossary')
  return {
    version,
    url: `postgresql://glossary:glossary@127.0.0.1:${port}/glossary`,
    async stop() {
      await control('-m', 'immediate', 'stop')
      await rm(root, { recursive: true, force: true })
    },
  }
}
