import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { freePort } from '../../lib/db/server-address.ts'
import { eventually } from './eventually.ts'
import { warnOfMissing } from './programs.ts'

const program = process.env.PGBOUNCER ?? 'pgbouncer'

/**
 * Whether PgBouncer 1.21 or newer is there: PGBOUNCER names its program. If not, a warning says what is not tested.
 *
 * @throws Error in that case if TEST_PROGRAMS_REQUIRED is set
 */
export function hasPgBouncer(tested: string): boolean {
  const version = /^PgBouncer 1\.(\d+)/m.exec(readVersion())?.[1]
  if (Number(version) >= 21) return true
  warnOfMissing('PgBouncer 1.21 or newer', tested)
  return false
}

function readVersion() {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** PgBouncer in transaction mode, with fewer server connections than the service has connections. */
export type PgBouncer = { url: string; stop(): Promise<void> }

/** @param lines more of its configuration */
export async function startPgBouncer(databaseUrl: string, lines: string[]): Promise<PgBouncer> {
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'glossary-pgbouncer-'))
  const port = await freePort()
  const server = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}`
  const configuration = [
    `[databases]\nglossary = ${server}`,
    '[pgbouncer]',
    ...[`listen_addr = 127.0.0.1`, `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = any', 'pool_mode = transaction', 'default_pool_size = 6'],
    ...lines,
  ]
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(file, configuration.join('\n'))
  await chmod(directory, 0o755)
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child: ChildProcess = spawn(program, ['-q', file], { ...account, stdio: 'ignore' })
  const url = `postgresql://${username}@127.0.0.1:${port}/glossary`
  await eventually('PgBouncer responds', async () => {
    const sql = postgres(url, { max: 1, connect_timeout: 1 })
    await sql`select 1`.finally(() => sql.end({ timeout: 0 }))
    return true
  })
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
