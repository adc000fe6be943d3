import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { freePort } from '../lib/db/server-address.ts'
import { runToEnd } from './support/process.ts'
import { servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('metrics port')

test('SERVICE_METRICS_PORT is open once the server listens, and serves nothing but the metrics', async ({
  start,
  database,
}) => {
  const port = await freePort()
  const { url, output } = await start({
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: await database(),
    SERVICE_METRICS_PORT: String(port),
  })
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const metrics = await ask('/metrics')
  assert.is(metrics.headers.get('x-content-type-options'), 'nosniff')
  const askAs = (host: string) =>
    new Promise<string>((done) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )
      socket.once('data', (data) => done(String(data).slice(9, 12)))
    })
  assert.equal(
    [await askAs('rebound.example.com'), await askAs('localhost'), await askAs('metrics:9000')],
    ['403', '200', '200'],
  )
  assert.is(metrics.status, 200)
  assert.match(await metrics.text(), /^glossary_terms\{status="official"\} 0$/m)
  assert.is((await ask('/health')).status, 404)
  assert.is((await ask('/api/v1/terms')).status, 404)
  assert.is((await ask('/metrics', 'POST')).status, 404)
  assert.is((await ask('/metrics', 'HEAD')).status, 200)
  assert.is((await fetch(`${url}/metrics`)).status, 404, 'without a token')
  assert.not.match(output.stdout, '"level":"error"')
})

test('a port that is in use stops startup, and the error names the setting', async ({ start, database }) => {
  const env = { SERVICE_SECRET_KEY: secretKey, SERVICE_DATABASE_URL: await database() }
  const { url } = await start(env)
  const { port } = new URL(url)
  const { status, stderr } = await runToEnd({ ...env, SERVICE_PORT: '0', SERVICE_METRICS_PORT: port })
  assert.is(status, 1)
  assert.match(stderr, /^SERVICE_HOST and SERVICE_METRICS_PORT must be a free address .*\n$/)
})

test('prom-client is loaded only if the metrics are on', async ({ start, database, directory }) => {
  const env = { SERVICE_SECRET_KEY: secretKey, SERVICE_DATABASE_URL: await database() }
  for (const isOn of [false, true]) {
    const coverage = await directory()
    const { stop } = await start({
      ...env,
      ...(isOn && { SERVICE_METRICS_TOKEN: 'token' }),
      NODE_V8_COVERAGE: coverage,
    })
    assert.is(await stop(), 0)
    const files = (await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8'))
    const scripts = (await Promise.all(files)).join('')
    assert.is(scripts.includes('node_modules/prom-client/'), isOn)
  }
})

test.run()
