import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../lib/db/server-address.ts'

const versions = '/usr/lib/postgresql'

/** The directory of the newest PostgreSQL server that Debian's packages have installed; null without one. */
export function findDebianPostgres(): string | null {
  if (!existsSync(versions)) return null
  const newest = readdirSync(versions)
    .map(Number)
    .sort((a, b) => b - a)
    .map((version) => join(versions, String(version), 'bin'))
    .find((directory) => existsSync(join(directory, 'initdb')))
  return newest ?? null
}

/** Starts an empty server from Debian's packages with a database and a user that owns it, as an operator creates them. */
export async function startDebianPostgres(bin: string) {
  const directory = await mkdtemp(join(tmpdir(), 'glossary-debian-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownToPostgres(directory)
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  }
  const data = join(directory, 'data')
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust')
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', options, 'start')
  const server = `postgresql://postgres@127.0.0.1:${port}/postgres`
  execFileSync('psql', [
    server,
    '--quiet',
    "--command=create role glossary login password 'secret'",
    "--command=create database glossary owner glossary encoding 'UTF8' template template0",
  ])
  return {
    url: `postgresql://glossary:secret@127.0.0.1:${port}/glossary`,
    async stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function chownToPostgres(directory: string) {
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' })),
  )
  chownSync(directory, uid ?? 0, gid ?? 0)
}
