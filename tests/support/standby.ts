import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { startEmbedded } from '../../lib/db/embedded.ts'
import { migrate } from '../../lib/db/migrate.ts'
import { eventually } from './eventually.ts'
import { postmaster } from './servers.ts'

const run = promisify(execFile)

/** A primary, and a standby that has every change before it is acknowledged. */
export type Replicated = {
  /** the URLs of the two servers */
  primary: string
  standby: string
  /** Ends the primary as a power cut would. */
  kill(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** Starts two migrated servers on ports of the loopback address. */
export async function startReplicated(): Promise<Replicated> {
  const [one, two] = await Promise.all([makeDirectory(), makeDirectory()])
  const first = await startEmbedded(one, { overTcp: true })
  await migrate(first.url).finally(first.stop)
  await run('cp', ['-a', `${one}/.`, two])
  await writeFile(join(two, 'postgresql', 'standby.signal'), '')
  const primary = await startEmbedded(one, { overTcp: true })
  const { hostname, port, username, password } = new URL(primary.url)
  const source = `host=${hostname} port=${port} user=${username} password=${password}`
  const standby = await startEmbedded(two, { overTcp: true, flags: [`primary_conninfo='${source}'`] })
  const sql = postgres(primary.url, { max: 1 })
  await sql`alter system set synchronous_standby_names = '*'`
  await sql`select pg_reload_conf()`
  await eventually('the standby follows', async () => {
    const rows = await sql`select from pg_stat_replication where sync_state = 'sync'`
    return rows.length === 1
  })
  await sql.end()
  return {
    primary: primary.url,
    standby: standby.url,
    kill: async () => void process.kill(await postmaster(one), 'SIGQUIT'),
    async promote() {
      const sql = postgres(standby.url, { max: 1 })
      await sql`select pg_promote()`
      await sql.end()
    },
    async close() {
      await Promise.all([primary.stop(), standby.stop()])
      await Promise.all([one, two].map((path) => rm(path, { recursive: true, force: true })))
    },
  }
}

const makeDirectory = () => mkdtemp(join(tmpdir(), 'glossary-replicated-'))
