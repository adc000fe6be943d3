import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Resources } from './resources.ts'

/** A server that runs as a process of its own. */
export type ServerProcess = {
  url: string
  /** from its start to its first answer, in milliseconds */
  startMs: number
  /** its resident memory in MB; null where the system does not tell */
  memory(): Promise<number | null>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const graceMs = 5000

/** Starts the service as in production; only that its log goes nowhere, so that reading it costs nobody. */
export function startService(own: Resources, databaseUrl: string, secretKey: string) {
  return start(own, () => ['server.ts'], {
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DEV_MODE: 'false',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_LOG_LEVEL: 'info',
    SERVICE_COMMUNITY_THRESHOLD: '3',
    SERVICE_OFFICIAL_THRESHOLD: '10',
  })
}

/** Starts the bare server that all others are compared with. */
export function startBare(own: Resources, databaseUrl: string) {
  return start(own, (port) => ['bench/bare.ts', databaseUrl, port], {})
}

async function start(
  own: Resources,
  args: (port: string) => string[],
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'))
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', ...args(port)], {
    cwd: root,
    env: { ...Object.fromEntries(others), ...settings, SERVICE_PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await own.take(Promise.resolve(), async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(timer)
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode)
      throw new Error(`${args(port)[0]} does not start`)
    await delay(10)
  }
  return { url, startMs: performance.now() - started, memory: () => residentMemory(child.pid) }
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A port that is free now: where the log goes nowhere, a server cannot tell which one it took. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function residentMemory(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null
}
