import { spawnSync } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { createLog } from '../lib/app/log.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('output')
const base = { SERVICE_SECRET_KEY: secretKey, SERVICE_RATE_LIMIT: '0' }

const requestCount = 1000

/** Sends requests that write 4 KB to the log each, more than may wait for a reader. */
async function fillLog(url: string) {
  const path = `/${'x'.repeat(4000)}`
  for (let sent = 0; sent < requestCount; sent += 25) {
    const responses = await Promise.all(Array.from({ length: 25 }, () => fetch(url + path)))
    for (const { status } of responses) assert.is(status, 404)
  }
}

test('the service responds while nothing reads its log, and logs how many lines were lost', async (service) => {
  const env = { ...base, SERVICE_DATABASE_URL: await service.database() }
  const { url, child, output } = await service.start(env)
  child.stdout?.pause()
  await fillLog(url)
  assert.is((await fetch(`${url}/health`)).status, 200)
  child.stdout?.resume()
  await eventually('the count is logged', () => /"dropped":\d+/.test(output.stdout))
  const written = output.stdout.split('"path":"/xxx').length - 1
  const dropped = [...output.stdout.matchAll(/"dropped":(\d+)/g)].map(([, count]) => Number(count))
  assert.is(written + dropped.reduce((sum, count) => sum + count, 0), requestCount)
})

test('the service stops while nothing reads its log', async (service) => {
  const env = { ...base, SERVICE_DATABASE_URL: await service.database() }
  const server = await service.start(env)
  server.child.stdout?.pause()
  await fillLog(server.url)
  server.child.kill('SIGTERM')
  await eventually('it has stopped', () => server.child.exitCode === 0)
})

test('the service runs on after the reader of its log has gone', async (service) => {
  const env = { ...base, SERVICE_DATABASE_URL: await service.database() }
  const { url, child } = await service.start(env)
  child.stdout?.destroy()
  for (let i = 0; i < 10; i++) assert.is((await fetch(`${url}/health?${i}`)).status, 200)
  assert.is((await fetch(`${url}/nothing`)).status, 404)
  assert.is((await fetch(`${url}/nothing`)).status, 404)
  assert.is(child.exitCode, null)
})

/** Logs three lines in one turn of the event loop and then ends, in a process of its own. Returns what it wrote. */
function logAndEnd(end: string, to: 'pipe' | number) {
  const script = `
    import { openOutput } from './lib/app/output.ts'
    const output = openOutput()
    for (const line of ['one', 'two', 'three']) output.write(line + '\\n')
    ${end}`
  const args = ['--import', './typescript.mjs', '--input-type=module', '--eval', script]
  return spawnSync(process.execPath, args, { stdio: ['ignore', to, 'ignore'], encoding: 'utf8' })
}

for (const end of ['process.exit(1)', "throw new Error('broken')", 'await output.close()', '']) {
  test(`lines are not lost at the end of a process: ${end || 'nothing left to do'}`, async ({ directory }) => {
    assert.is(logAndEnd(end, 'pipe').stdout, 'one\ntwo\nthree\n')
    const path = join(await directory(), 'log')
    const file = await open(path, 'w')
    logAndEnd(end, file.fd)
    await file.close()
    assert.is(await readFile(path, 'utf8'), 'one\ntwo\nthree\n')
  })
}

test('of similar errors, one is logged and the others are counted', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  for (let i = 0; i < 50; i++) log.error({ err: refused }, 'the database cannot be reached')
  log.error({ err: new Error('other') }, 'a worker failed')
  assert.is(lines.length, 2)
  await eventually('the others are counted', () => lines.length === 3)
  const { repeated, msg } = JSON.parse(lines[2] ?? '')
  assert.equal({ repeated, msg }, { repeated: 49, msg: 'the database cannot be reached: repeated' })
})

test('errors without an Error object are counted, too, by their reason', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const reasons = ['gone', 'gone', 'refused', 'gone']
  for (const reason of reasons) log.error({ reason }, 'a message could not be delivered')
  for (const text of ['one', 'two', 'two']) log.error(text)
  assert.equal(
    lines.map((line) => JSON.parse(line)).map(({ reason, msg }) => reason ?? msg),
    ['gone', 'refused', 'one', 'two'],
  )
})

test.run()
