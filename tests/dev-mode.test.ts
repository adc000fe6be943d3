import * as assert from 'uvu/assert'
import { glossary } from './support/test-service.ts'

const test = glossary('development mode', { SERVICE_DEV_MODE: 'true' })
const app = glossary('development mode at another URL', {
  SERVICE_DEV_MODE: 'true',
  SERVICE_APP_URL: 'http://glossary.test:8000',
})

const path = '/auth/dev/login?email=admin@example.com'

const foreign: Record<string, Record<string, string>> = {
  'behind a proxy': { 'x-forwarded-for': '203.0.113.9' },
  'behind two proxies': { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  'behind a proxy with X-Real-IP': { 'x-real-ip': '203.0.113.9' },
  'behind a proxy with Forwarded': { forwarded: 'proto=https;for="[2001:db8::1]:4711"' },
}

for (const [name, headers] of Object.entries(foreign)) {
  test(`a client ${name} gets 403`, async ({ request, sql }) => {
    const { status, body } = await request('GET', path, { headers })
    assert.equal([status, body.code], [403, 'dev_mode'])
    assert.equal([...(await sql`select from users`)], [])
  })
}

test('a client of another machine gets 403', async (service) => {
  const response = await service.app(new Request(`http://localhost:8000${path}`), '203.0.113.9')
  assert.is(response.status, 403)
})

test('a host name that was made to point here gets 403', async (service) => {
  for (const host of ['attacker.example', 'localhost.attacker.example', '192.0.2.1']) {
    const response = await service.app(new Request(`http://${host}:8000${path}`), '127.0.0.1')
    assert.is(response.status, 403, host)
    const health = await service.app(new Request(`http://${host}:8000/health`), '127.0.0.1')
    assert.is(health.status, 403, host)
  }
})

test('this machine is served by all its names', async (service) => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'glossary.localhost']) {
    const response = await service.app(new Request(`http://${host}:8000${path}`), '::1')
    assert.is(response.status, 303, host)
  }
  const headers = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1:1234;host=a' }
  assert.is((await service.request('GET', path, { headers })).status, 303)
})

app('the host of SERVICE_APP_URL is served', async (service) => {
  const response = await service.app(new Request(`http://glossary.test:8000${path}`), '127.0.0.1')
  assert.is(response.status, 303)
})

test.run()
app.run()
