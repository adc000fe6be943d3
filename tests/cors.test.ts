import * as assert from 'uvu/assert'
import { assetUrl } from '../lib/http/assets.ts'
import { cookie } from './support/credentials.ts'
import { glossary } from './support/test-service.ts'

const appUrl = 'https://glossary.example.com'
const test = glossary('cors', { SERVICE_APP_URL: appUrl })

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const ours = {
  'access-control-allow-origin': appUrl,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count, X-Truncated',
}

const others = [
  'https://evil.example',
  'null',
  `${appUrl}.evil.example`,
  `${appUrl}:8443`,
  'http://glossary.example.com',
  'https://example.com',
  `${appUrl}/`,
]

test('the origin of SERVICE_APP_URL can read responses, with credentials', async (service) => {
  const headers = { ...cookie(await service.person()), origin: appUrl }
  const { status, headers: answered } = await service.request('GET', '/api/v1/me', { headers })
  assert.is(status, 200)
  assert.equal(corsHeaders(answered), ours)
})

test('it can read errors too', async ({ request }) => {
  const headers = { origin: appUrl }
  const answers = [
    [401, await request('GET', '/api/v1/me', { headers })],
    [404, await request('GET', '/nothing/here', { headers })],
    [405, await request('DELETE', '/health', { headers })],
    [400, await request('GET', '/%ZZ', { headers })],
  ] as const
  for (const [status, answer] of answers) {
    assert.is(answer.status, status)
    assert.equal(corsHeaders(answer.headers), ours, `${status}`)
  }
})

test('other origins cannot, and neither can their preflights', async ({ person, request }) => {
  const ada = await person()
  for (const origin of others) {
    const read = await request('GET', '/api/v1/me', { headers: { ...cookie(ada), origin } })
    assert.equal(corsHeaders(read.headers), {}, origin)
    const preflight = await request('OPTIONS', '/api/v1/terms', {
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    assert.equal(corsHeaders(preflight.headers), {}, origin)
  }
  assert.equal(corsHeaders((await request('GET', '/health')).headers), {})
})

test('every response varies by origin', async ({ request }) => {
  for (const path of ['/health', '/api/v1/me', '/nothing/here', '/login', assetUrl('app.css')]) {
    const varies = (await request('GET', path)).headers.get('vary')?.split(', ') ?? []
    assert.ok(varies.includes('Origin'), path)
  }
})

test('a preflight of our origin needs no credential and returns methods and headers', async (service) => {
  const preflight = await service.request('OPTIONS', '/api/v1/terms/some-id', {
    headers: {
      origin: appUrl,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  })
  assert.is(preflight.status, 204)
  assert.is(preflight.text, '')
  assert.equal(corsHeaders(preflight.headers), {
    ...ours,
    'access-control-allow-methods': 'GET, HEAD, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-User-Id',
    'access-control-max-age': '600',
  })
})

test('OPTIONS without a preflight returns only the methods', async ({ request }) => {
  const { status, headers } = await request('OPTIONS', '/api/v1/terms')
  assert.is(status, 204)
  assert.is(headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
  assert.equal(corsHeaders(headers), {})
})

test.run()
