import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as assert from 'uvu/assert'
import { passedSocket } from '../lib/http/listen.ts'
import { eventually } from './support/eventually.ts'
import { compiledServer, runToEnd } from './support/process.ts'
import { servers } from './support/servers.ts'
import { root } from './support/sources.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('passed socket')

/** A socket with a port that this process holds, but never accepts a connection from. */
function boundSocket() {
  const { binding } = process as unknown as { binding(name: 'tcp_wrap'): { TCP: new (_: number) => Socket } }
  type Socket = { fd: number; bind(host: string, port: number): number; getsockname(_: object): number; close(): void }
  const handle = new (binding('tcp_wrap').TCP)(1)
  const address = { port: 0 }
  assert.equal([handle.bind('127.0.0.1', 0), handle.getsockname(address)], [0, 0])
  return { handle, port: address.port }
}

test('a socket in LISTEN_FDS outlives the process that uses it', async ({ database }) => {
  const { handle, port } = boundSocket()
  const env = { SERVICE_DEV_MODE: 'true', SERVICE_DATABASE_URL: await database(), LISTEN_FDS: '1' }
  // The shell sets LISTEN_PID to the process ID that Node.js has then, as systemd does.
  const script = 'LISTEN_PID=$$ exec "$0" "$1"'
  const run = async (work: () => Promise<void>) => {
    const child = spawn('sh', ['-c', script, process.execPath, compiledServer], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit', handle.fd],
    })
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    const ended = once(child, 'exit')
    await eventually('it listens', () => stdout.includes(`listening on http://127.0.0.1:${port}`))
    await work()
    child.kill('SIGTERM')
    assert.equal(await ended, [0, null])
  }
  const ask = () => fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } })
  await run(async () => assert.is((await ask()).status, 200))
  const waiting = ask() // between two processes
  await run(async () => assert.is((await waiting).status, 200))
  handle.close()
})

test('LISTEN_FDS without a socket stops startup with a line that names it', async ({ database }) => {
  const settings = { SERVICE_SECRET_KEY: secretKey, SERVICE_DATABASE_URL: await database() }
  const { status, stderr } = await runToEnd({ ...settings, LISTEN_FDS: '1' })
  assert.is(status, 1)
  assert.match(stderr, /^LISTEN_FDS must pass on a listening socket [^\n]*\n$/)
})

test('LISTEN_FDS counts for this process only', () => {
  assert.equal(passedSocket({ env: { LISTEN_FDS: '1', LISTEN_PID: '7' }, pid: 7 }), { fd: 3 })
  assert.equal(passedSocket({ env: { LISTEN_FDS: '1' }, pid: 7 }), { fd: 3 })
  for (const env of [{}, { LISTEN_FDS: '0' }, { LISTEN_FDS: '1', LISTEN_PID: '8' }]) {
    assert.is(passedSocket({ env, pid: 7 }), null)
  }
})

test.run()
