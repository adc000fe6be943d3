import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../lib/db/server-address.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Resources } from './resources.ts'

/** A server in a process of its own. */
export type ServerProcess = {
  url: string
  pid: number | undefined
  /** milliseconds from its start to its first response */
  startMs: number
  /** Returns its resident memory in MB, or null if the platform does not tell. */
  measureMemory(): Promise<number | null>
  /** Returns the most resident memory that it had so far, in MB. */
  measurePeakMemory(): Promise<number | null>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const maxStopMs = 5000
/** What `npm start` passes to Node.js. */
const serviceArgs = packageJson.scripts.start
  .replace(/^exec /, '')
  .split(' ')
  .slice(1)

/**
 * Starts the service with production settings. Its log is discarded, so that reading it costs no time.
 *
 * @param settings further settings
 */
export function startService(
  resources: Resources,
  databaseUrl: string,
  secretKey: string,
  settings: Record<string, string> = {},
) {
  return start(resources, () => serviceArgs, {
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DEV_MODE: 'false',
    SERVICE_HOST: '127.0.0.1',
    SERVICE_LOG_LEVEL: 'info',
    SERVICE_COMMUNITY_THRESHOLD: '3',
    SERVICE_OFFICIAL_THRESHOLD: '10',
    SERVICE_RATE_LIMIT: '0',
    ...settings,
  })
}

/** Starts the bare server, to which the others are compared. */
export function startBare(resources: Resources, databaseUrl: string) {
  return start(resources, (port) => ['--import', './typescript.mjs', 'bench/bare.ts', databaseUrl, port], {})
}

async function start(
  resources: Resources,
  args: (port: string) => string[],
  settings: Record<string, string>,
): Promise<ServerProcess> {
  // In advance: with its log discarded, a server cannot tell which port it chose.
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'))
  const started = performance.now()
  const child = spawn(process.execPath, args(port), {
    cwd: root,
    env: { ...Object.fromEntries(env), ...settings, SERVICE_PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await resources.open(Promise.resolve(), async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
    await ended
    clearTimeout(timer)
  })
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`node ${args(port).join(' ')} does not start`)
    await delay(10)
  }
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - started,
    measureMemory: () => readMemory(child.pid, 'VmRSS'),
    measurePeakMemory: () => readMemory(child.pid, 'VmHWM'),
  }
}

const isHealthy = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

async function readMemory(pid: number | undefined, field: 'VmRSS' | 'VmHWM') {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null
}
