import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openDatabase } from '../lib/db/database.ts'
import { assetUrl } from '../lib/http/assets.ts'
import {
  type Answer,
  glossary,
  type RequestOptions,
  send,
  type TestService,
  withDatabase,
} from './support/test-service.ts'

const test = glossary('security headers')
const dev = glossary('security headers in development mode', { SERVICE_DEV_MODE: 'true' })

const plainPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const expected = {
  'content-security-policy': plainPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const names = Object.keys(expected) as (keyof typeof expected)[]
const seen = ({ headers }: Answer) => Object.fromEntries(names.map((name) => [name, headers.get(name)]))

/** An answer of every status there is, but for those of a service in trouble. */
async function answersOf(service: TestService): Promise<[status: number, Answer][]> {
  const admin = await service.person('admin')
  const viewer = await service.person()
  const { id } = await service.term(admin, { name: 'SLA' })
  const path = `/api/v1/terms/${id}`
  const as = admin
  const taken = { name: 'SLA', definition: 'A promise.' }
  const requests: [number, string, string, RequestOptions?][] = [
    [200, 'GET', '/health'],
    [200, 'GET', path, { as }],
    [200, 'HEAD', path, { as }],
    [201, 'POST', '/api/v1/tokens', { as, body: { name: 'a token' } }],
    [204, 'OPTIONS', path],
    [303, 'GET', '/'],
    [303, 'POST', '/auth/logout'],
    [304, 'GET', path, { as, headers: { 'if-none-match': '"1"' } }],
    [400, 'GET', '/%ZZ'],
    [400, 'POST', '/api/v1/terms', { as, body: '{' }],
    [401, 'GET', path],
    [403, 'DELETE', path, { as: viewer }],
    [404, 'GET', '/nothing/here'],
    [404, 'HEAD', '/nothing/here'],
    [404, 'GET', '/api/v1/terms/some-id', { as }],
    [405, 'PATCH', path, { as }],
    [409, 'POST', '/api/v1/terms', { as, body: taken }],
    [412, 'DELETE', path, { as, headers: { 'if-match': '"7"' } }],
    [413, 'POST', '/api/v1/terms', { as, body: ' '.repeat(65_537) }],
    [415, 'POST', '/api/v1/terms', { as, body: 'x', headers: { 'content-type': 'text/plain' } }],
    [422, 'POST', '/api/v1/terms', { as, body: {} }],
    [202, 'POST', '/api/v1/admin/jobs/staleness/run', { as }],
    [204, 'DELETE', path, { as }],
  ]
  const answers: [number, Answer][] = []
  for (const [status, method, target, options] of requests) {
    answers.push([status, await service.request(method, target, options)])
  }
  return answers
}

test('every response has security headers, whatever its status', async (service) => {
  for (const [status, answer] of await answersOf(service)) {
    assert.is(answer.status, status)
    assert.equal(seen(answer), expected, `${status}`)
  }
})

test('responses during outages have them too', async (service) => {
  const as = await service.person()
  await service.sql`drop table api_tokens`
  const broken = await service.request('GET', '/api/v1/tokens', { as })
  assert.is(broken.status, 500)
  assert.equal(seen(broken), expected)

  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  const cutOff = await send(createGlossary(withDatabase(service.ctx, db)), 'GET', '/ready')
  assert.is(cutOff.status, 503)
  assert.equal(seen(cutOff), expected)
})

dev('in development mode there is no HSTS header', async (service) => {
  for (const [status, answer] of await answersOf(service)) {
    assert.is(answer.status, status)
    assert.equal(seen(answer), { ...expected, 'strict-transport-security': null }, `${status}`)
  }
})

test('responses about people or terms are not cached', async (service) => {
  const kept = (await answersOf(service)).filter(([, { headers }]) => headers.get('cache-control') !== 'no-store')
  assert.equal(
    kept.map(([status, { headers }]) => `${status} ${headers.get('cache-control')}`),
    ['200 private, no-cache', '200 private, no-cache', '304 private, no-cache'],
  )
})

test('pages load only our own files and no inline scripts; the other headers stay', async (service) => {
  const as = await service.person()
  for (const path of ['/', '/login', '/docs']) {
    const page = await service.request('GET', path, { as })
    assert.is(page.status, 200)
    const { 'content-security-policy': policy, ...others } = seen(page)
    const { 'content-security-policy': _, ...othersExpected } = expected
    assert.equal(others, othersExpected, path)
    const rules = Object.fromEntries((policy ?? '').split('; ').map((rule) => [rule.split(' ')[0], rule]))
    assert.is(rules['default-src'], "default-src 'none'", path)
    assert.is(rules['script-src'], "script-src 'self'", path)
    assert.is(rules['frame-ancestors'], "frame-ancestors 'none'", path)
    assert.is(rules['base-uri'], "base-uri 'none'", path)
    assert.is(rules['form-action'], "form-action 'self'", path)
  }
})

test('assets have security headers too', async (service) => {
  const asset = await service.request('GET', assetUrl('app.css'))
  assert.is(asset.status, 200)
  assert.equal(seen(asset), expected)
})

test.run()
dev.run()
