import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dump } from 'js-yaml'
import postgres from 'postgres'
import { freePort } from '../lib/db/server-address.ts'
import { eventually } from './support/eventually.ts'
import { type Account, startServer } from './support/process.ts'

// npm run test:failover: two PostgreSQL servers that Patroni manages, and a service that writes to them. The primary is
// killed under load. It needs Debian's packages patroni, etcd-server and postgresql (docs/operations.md, Fail over).

const writers = 6
const secondsOfLoad = 5
const binaries = process.env.POSTGRES_BINARIES ?? '/usr/lib/postgresql/15/bin'
const say = (line: string) => process.stdout.write(`${line}\n`)

const children: ChildProcess[] = []

/** PostgreSQL refuses to run as root. */
const account: Account = process.getuid?.() === 0 ? accountOf('postgres') : {}
const directory = own(mkdtempSync(join(tmpdir(), 'glossary-failover-')))

function accountOf(name: string) {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' })))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

function own(path: string) {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
  return path
}

function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { ...account, stdio: 'ignore', cwd: directory, env: { PATH: process.env.PATH } })
  child.on('error', (error) => say(`${command}: ${error.message}`))
  children.push(child)
  return child
}

async function startEtcd() {
  const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`)
  const path = join(directory, 'etcd')
  start('etcd', [
    ...['--data-dir', path, '--listen-client-urls', `${clients}`, '--advertise-client-urls', `${clients}`],
    ...['--listen-peer-urls', `${peers}`, '--initial-advertise-peer-urls', `${peers}`],
    ...['--initial-cluster', `default=${peers}`],
  ])
  return new URL(clients ?? '').host
}

type Node = { name: string; port: number; child: ChildProcess; data: string; api: string }

async function startNode(name: string, etcd: string): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()]
  const data = join(directory, name)
  const at = (each: number) => ({ listen: `127.0.0.1:${each}`, connect_address: `127.0.0.1:${each}` })
  const settings = {
    ...{ scope: 'glossary', name, restapi: at(api), etcd3: { host: etcd } },
    bootstrap: {
      dcs: { ttl: 30, loop_wait: 10, retry_timeout: 10, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      ...at(port),
      ...{ data_dir: data, bin_dir: binaries, pgpass: join(directory, `${name}.pgpass`) },
      authentication: {
        superuser: { username: 'postgres', password: 'secret' },
        replication: { username: 'replicator', password: 'secret' },
      },
      parameters: { unix_socket_directories: directory },
    },
  }
  const file = join(directory, `${name}.yml`)
  writeFileSync(file, dump(settings))
  return { name, port, data, api: `http://127.0.0.1:${api}`, child: start('patroni', [own(file)]) }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function write(url: string, database: string) {
  const login = await fetch(`${url}/auth/dev/login?email=ada@example.com`, { redirect: 'manual' })
  const headers = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '', 'content-type': 'application/json' }
  const found = { statuses: new Map<number, number>(), acknowledged: [] as string[], longestGapMs: 0, isOver: false }
  let last = performance.now()
  async function writeTerms(writer: number) {
    for (let number = 0; !found.isOver; number++) {
      const name = `term ${writer}.${number}`
      const body = JSON.stringify({ name, definition: 'What it means.' })
      const { status } = await fetch(`${url}/api/v1/terms`, { method: 'POST', headers, body })
      found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1)
      if (status !== 201) {
        await delay(50)
        continue
      }
      found.acknowledged.push(name)
      found.longestGapMs = Math.max(found.longestGapMs, performance.now() - last)
      last = performance.now()
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => writeTerms(writer)))
  return {
    found,
    async end() {
      found.isOver = true
      await done
      const sql = postgres(database, { max: 1 })
      const stored = new Set((await sql<{ name: string }[]>`select name from terms`).map(({ name }) => name))
      await sql.end()
      return found.acknowledged.filter((name) => !stored.has(name))
    },
  }
}

async function run() {
  const etcd = await startEtcd()
  await eventually('etcd responds', () => answers(`http://${etcd}/health`), 20)
  const first = await startNode('one', etcd)
  await eventually('there is a primary', () => answers(`${first.api}/primary`), 60)
  const second = await startNode('two', etcd)
  await eventually('there is a synchronous standby', () => answers(`${second.api}/synchronous`), 120)
  const urlOf = (hosts: string) => `postgresql://postgres:secret@${hosts}/postgres`
  const server = await startServer({
    SERVICE_DATABASE_URL: urlOf([first, second].map(({ port }) => `127.0.0.1:${port}`).join(',')),
    ...{ SERVICE_DEV_MODE: 'true', SERVICE_RATE_LIMIT: '0', SERVICE_LOG_LEVEL: 'silent', TMPDIR: tmpdir() },
  })
  const writing = await write(server.url, urlOf(`127.0.0.1:${second.port}`))
  await delay(secondsOfLoad * 1000)
  const before = writing.found.acknowledged.length
  say(`${before} changes were acknowledged; the primary and its Patroni are killed`)
  first.child.kill('SIGKILL')
  process.kill(Number(readFileSync(join(first.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await eventually('the standby is the primary', () => answers(`${second.api}/primary`), 90)
  const promoted = performance.now()
  const count = writing.found.acknowledged.length
  await eventually('changes are stored again', () => writing.found.acknowledged.length > count, 30)
  say(`${Math.round(performance.now() - promoted)} ms after the promotion was seen, changes are stored again`)
  await delay(secondsOfLoad * 1000)
  const lost = await writing.end()
  await server.stop()
  const { statuses, acknowledged, longestGapMs } = writing.found
  say(`statuses: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
  say(`longest time without a change: ${(longestGapMs / 1000).toFixed(1)} s (ttl of Patroni: 30 s)`)
  say(`acknowledged: ${acknowledged.length}, lost: ${lost.length}`)
  return lost.length === 0 && [...statuses.keys()].every((status) => status === 201 || status === 503)
}

let isGood = false
try {
  isGood = await run()
} finally {
  for (const child of children.reverse()) child.kill('SIGTERM')
  await delay(5000)
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
