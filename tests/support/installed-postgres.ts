import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from '../../lib/db/postgres-binaries.ts'
import { freePort } from '../../lib/db/server-address.ts'
import { warnOfMissing } from './programs.ts'

const versions = '/usr/lib/postgresql'

/**
 * Finds the programs of the oldest PostgreSQL that Debian's packages have installed: another version than the embedded
 * one.
 *
 * @returns their directory; null, with a warning that says what is not tested, without one
 * @throws Error in that case if TEST_PROGRAMS_REQUIRED is set
 */
export function findInstalledPostgres(tested: string): string | null {
  const [oldest] = listVersions().sort((a, b) => Number(a) - Number(b))
  if (oldest !== undefined) return join(versions, oldest, 'bin')
  warnOfMissing(`PostgreSQL in ${versions}`, tested)
  return null
}

function listVersions() {
  try {
    return readdirSync(versions)
  } catch {
    return []
  }
}

/**
 * Starts an empty server with a database and a user that owns it and has no special rights, as an operator creates
 * them.
 *
 * @param bin the directory of its programs
 */
export async function startInstalledPostgres(bin: string) {
  const root = await mkdtemp(join(tmpdir(), 'glossary-installed-'))
  const data = join(root, 'data')
  const run = await chooseAccount(root)
  await writeFile(join(root, 'password'), 'admin', { mode: 0o644 })
  const auth = ['--auth=scram-sha-256', `--pwfile=${join(root, 'password')}`]
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'admin', '-E', 'UTF8', '--locale=C', ...auth])
  const port = await freePort()
  const flags = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories='' -c fsync=off`
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', ...args])
  await control('-o', flags, '-l', join(root, 'log'), 'start')
  execFileSync(join(bin, 'psql'), [
    `postgresql://admin:admin@127.0.0.1:${port}/postgres`,
    '--quiet',
    "--command=create role glossary login password 'glossary'",
    '--command=create database glossary owner glossary',
  ])
  return {
    url: `postgresql://glossary:glossary@127.0.0.1:${port}/glossary`,
    async stop() {
      await control('-m', 'immediate', 'stop')
      await rm(root, { recursive: true, force: true })
    },
  }
}
