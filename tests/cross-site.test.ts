import * as assert from 'uvu/assert'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { glossary } from './support/test-service.ts'

const appUrl = 'https://glossary.example.com'
const test = glossary('cross-site', { SERVICE_APP_URL: appUrl })
const dev = glossary('cross-site in development mode', { SERVICE_DEV_MODE: 'true' })

const host = 'glossary.internal:8000'

/** Headers in which browsers say where a request comes from, and whether that is another site. */
const origins: [isCrossSite: boolean, headers: Record<string, string>][] = [
  [false, {}],
  [false, { origin: appUrl }],
  [false, { origin: appUrl, 'sec-fetch-site': 'same-origin' }],
  [false, { origin: `http://${host}` }],
  [true, { origin: `https://${host}` }],
  [false, { 'sec-fetch-site': 'same-origin' }],
  [false, { 'sec-fetch-site': 'none' }],
  [true, { origin: 'https://evil.example' }],
  [true, { origin: 'null' }],
  [true, { origin: '' }],
  [true, { origin: 'nonsense' }],
  [true, { origin: `${appUrl}.evil.example` }],
  [true, { origin: 'https://evil.example.com' }],
  [true, { origin: 'https://example.com' }],
  [true, { origin: 'http://glossary.example.com' }],
  [true, { origin: `${appUrl}:444` }],
  [true, { origin: `https://glossary.internal` }],
  [true, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'cross-site' }],
  [true, { 'sec-fetch-site': 'same-site' }],
  [true, { 'sec-fetch-site': 'nonsense' }],
  [true, { origin: appUrl, 'sec-fetch-site': 'cross-site' }],
]

test('a cookie authenticates changes only if they come from our own site', async ({ person, request, sql }) => {
  const ada = await person()
  for (const [i, [isCrossSite, origin]] of origins.entries()) {
    const response = await request('POST', '/api/v1/terms', {
      headers: { ...cookie(ada), ...origin, host },
      body: { name: `term ${i}`, definition: 'What it means.' },
    })
    assert.is(response.status, isCrossSite ? 403 : 201, JSON.stringify(origin))
    assert.is(response.body.code, isCrossSite ? 'cross_site' : undefined)
    const created = await sql`select 1 from terms where name = ${`term ${i}`}`
    assert.is(created.length, isCrossSite ? 0 : 1, JSON.stringify(origin))
  }
})

test('this applies to all methods that change something', async ({ person, request, term }) => {
  const admin = await person('admin')
  const { id } = await term(admin)
  const changes = [
    ['POST', `/api/v1/terms/${id}/vote`, undefined],
    ['DELETE', `/api/v1/terms/${id}/vote`, undefined],
    ['PUT', `/api/v1/terms/${id}`, { version: 1, definition: 'Something else.' }],
    ['PATCH', `/api/v1/users/${admin.id}/role`, { role: 'admin' }],
  ] as const
  for (const [method, path, body] of changes) {
    const statusFrom = async (origin: string) =>
      (await request(method, path, { headers: { ...cookie(admin), origin }, body })).status
    assert.is(await statusFrom('https://evil.example'), 403, method)
    assert.is(await statusFrom(appUrl), 200, method)
  }
})

test('GET and HEAD are allowed from all sites', async ({ person, request }) => {
  const headers = { ...cookie(await person()), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  assert.is((await request('GET', '/api/v1/me', { headers })).status, 200)
  assert.is((await request('HEAD', '/api/v1/me', { headers })).status, 200)
})

test('a bearer credential is accepted from all sites, also together with a cookie', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada, ['write'])
  const origin = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const credentials = [
    bearer(ada.session),
    bearer(token),
    { ...bearer(ada.session), ...cookie(ada) },
    { ...bearer(token), ...cookie(ada) },
  ]
  for (const [i, credential] of credentials.entries()) {
    const { status } = await service.request('POST', '/api/v1/terms', {
      headers: { ...credential, ...origin },
      body: { name: `term ${i}`, definition: 'What it means.' },
    })
    assert.is(status, 201)
  }
})

test('a bearer credential is accepted together with a cookie of the same session, also from the cache', async (service) => {
  const ada = await service.person()
  service.ctx.credentials.setEnabled(true)
  for (const name of ['verified', 'cached']) {
    const { status } = await service.request('POST', '/api/v1/terms', {
      headers: { ...bearer(ada.session), ...cookie(ada), origin: 'https://evil.example' },
      body: { name, definition: 'What it means.' },
    })
    assert.is(status, 201, name)
  }
})

dev('X-User-Id is accepted from all sites', async ({ person, request }) => {
  const { status } = await request('POST', '/api/v1/terms', {
    headers: { 'x-user-id': (await person()).id, origin: 'https://evil.example' },
    body: { name: 'SLA', definition: 'A promise.' },
  })
  assert.is(status, 201)
})

test('an invalid cookie from another site gets 401, not 403', async ({ request }) => {
  const headers = { cookie: 'user_id=nonsense', origin: 'https://evil.example' }
  assert.is((await request('POST', '/api/v1/terms', { headers, body: {} })).status, 401)
})

test.run()
dev.run()
