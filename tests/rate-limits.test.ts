import * as assert from 'uvu/assert'
import { sign } from './support/slack.ts'
import { slackGlossary } from './support/slack-service.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('rate limits', { SERVICE_RATE_LIMIT: '5', SERVICE_MCP_BEARER_TOKEN: 'shared' })
const slack = slackGlossary('rate limits of users of Slack', { SERVICE_RATE_LIMIT: '5' })

const terms = '/api/v1/terms'

test('a person over the limit gets 429 with Retry-After and RateLimit', async ({ request, person }) => {
  const as = await person()
  for (let i = 0; i < 5; i++) assert.is((await request('GET', terms, { as })).status, 200)
  const { status, body, headers } = await request('GET', terms, { as })
  assert.equal([status, body.code], [429, 'too_many_requests'])
  const seconds = Number(headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.is(headers.get('ratelimit'), `"person";r=0;t=${seconds}`)
  assert.is(headers.get('ratelimit-policy'), '"person";q=5;w=60')
  const other = await person()
  assert.is((await request('GET', terms, { as: other })).status, 200)
})

test('the tokens of a person share one limit', async ({ request, person }) => {
  const as = await person()
  const created = await request('POST', '/api/v1/tokens', { as, body: { name: 'agent' } })
  const headers = { authorization: `Bearer ${created.body.token}` }
  for (let i = 0; i < 4; i++) assert.is((await request('GET', terms, { headers })).status, 200)
  assert.is((await request('GET', terms, { headers })).status, 429)
  assert.is((await request('GET', terms, { as })).status, 429)
})

test('the shared MCP token has ten times the limit', async ({ request }) => {
  const headers = { authorization: 'Bearer shared', accept: 'application/json, text/event-stream' }
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const send = async () => (await request('POST', '/mcp', { headers, body })).status
  for (let i = 0; i < 50; i++) assert.is(await send(), 200)
  assert.is(await send(), 429)
})

test('a request counts whatever becomes of it', async ({ request, person }) => {
  const as = await person()
  const headers = { 'content-type': 'text/plain' }
  const tried = [
    await request('POST', terms, { as, body: { name: '' } }),
    await request('POST', terms, { as, body: 'SLA', headers }),
    await request('GET', `${terms}?limit=many`, { as }),
    await request('GET', `${terms}/unknown`, { as }),
    await request('GET', '/api/v1/admin/stats', { as }),
  ]
  assert.equal(
    tried.map(({ status }) => status),
    [422, 415, 422, 404, 403],
  )
  assert.is((await request('POST', terms, { as, body: { name: '' } })).status, 429)
  assert.is((await request('GET', '/api/v1/me', { as })).status, 429)
})

test('the command counts by its bytes, for the address alone, and costs nothing where it is known', async (service) => {
  const send = (client: string, sent: object = {}) =>
    service.request('GET', '/cli', { headers: { 'x-forwarded-for': client, ...sent } })
  const { headers, text } = await send('203.0.113.7')
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  const most = Math.floor((64 * 1024 ** 2) / Buffer.byteLength(text))
  for (let i = 0; i < most; i++) assert.is((await send('203.0.113.7', known)).status, 304)
  for (let i = 1; i < most; i++) assert.is((await send('203.0.113.7')).status, 200)
  const refused = await send('203.0.113.7')
  assert.equal([refused.status, refused.body.code], [429, 'too_many_requests'])
  assert.is(refused.headers.get('ratelimit-policy'), `"person";q=${most};w=60`)
  assert.is((await send('203.0.113.7', known)).status, 304)
  assert.is((await send('198.51.100.9')).status, 200)
})

const withoutEndpoint = [
  [404, 'GET', '/unknown'],
  [405, 'PATCH', terms],
  [400, 'GET', '/%zz'],
] as const

for (const [status, method, path] of withoutEndpoint) {
  test(`a person's request that gets ${status} without an endpoint counts for the person`, async (service) => {
    const [as, other] = [await service.person(), await service.person()]
    const send = async (who = as) => (await service.request(method, path, { as: who })).status
    for (let i = 0; i < 5; i++) assert.is(await send(), status)
    assert.is(await send(), 429)
    assert.is(await send(other), status)
  })
}

const withoutCredential: Record<string, [status: number, method: string, path: string, headers?: object]> = {
  'a false credential': [401, 'GET', terms, { authorization: 'Bearer glo_false' }],
  'no credential': [401, 'GET', terms],
  'a page without a session': [303, 'GET', '/mine'],
  'an unknown path': [404, 'GET', '/unknown'],
  'an unknown path with a false credential': [404, 'GET', '/unknown', { cookie: 'user_id=false' }],
  'an error page': [404, 'GET', '/unknown', { accept: 'text/html' }],
  'another method': [405, 'PUT', '/health'],
  'a preflight': [204, 'OPTIONS', terms, { 'access-control-request-method': 'POST' }],
  'the login page': [200, 'GET', '/login'],
  'the description of the API': [200, 'GET', '/openapi.json'],
  'a feed with a false token': [401, 'GET', '/feeds/glo_false/json'],
  'MCP with a false token': [401, 'POST', '/mcp', { authorization: 'Bearer false' }],
  'a malformed path': [400, 'GET', '/%zz'],
}

for (const [what, [status, method, path, headers]] of Object.entries(withoutCredential)) {
  test(`${what} counts for the client's address, ten times as many`, async (service) => {
    const client = { 'x-forwarded-for': '192.0.2.7' }
    const send = () => service.request(method, path, { headers: { ...client, ...headers } })
    for (let i = 0; i < 50; i++) assert.is((await send()).status, status)
    const refused = await send()
    assert.equal([refused.status, refused.body.code], [429, 'too_many_requests'])
    assert.is(refused.headers.get('ratelimit-policy'), '"person";q=50;w=60')
    assert.is((await service.request(method, path, { headers: { ...headers } })).status, status)
    const as = await service.person()
    const own = await service.request('GET', terms, { as, headers: client })
    assert.is(own.status, 200, 'a person with a session at this address')
  })
}

test('health checks and assets are not limited', async ({ request, person }) => {
  const as = await person()
  for (const path of ['/health', '/ready', '/embed.js', '/favicon.ico']) {
    for (let i = 0; i < 60; i++) assert.is((await request('GET', path, { as })).status, 200, path)
  }
})

slack('a user of Slack is a person, too', async ({ request, slack }) => {
  slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  const command = async (user: string, i: number) => {
    const body = `command=%2Fglossary&user_id=${user}&team_id=T1&text=help&trigger_id=${user}.${i}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sign(body) }
    return (await request('POST', '/slack/events', { body, headers })).status
  }
  for (let i = 0; i < 5; i++) assert.is(await command('U1', i), 200)
  assert.is(await command('U1', 5), 429)
  assert.is(await command('U2', 0), 200)
})

test.run()
slack.run()
