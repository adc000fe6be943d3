import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openDatabase } from '../lib/db/database.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { glossary, secretKey, send, type TestService, withDatabase } from './support/test-service.ts'

const test = glossary('requests in the log', { SERVICE_MCP_BEARER_TOKEN: 'shared' })
const dev = glossary('requests in the log in development mode', { SERVICE_DEV_MODE: 'true' })
const quiet = glossary('a quiet log', { SERVICE_LOG_LEVEL: 'warn' })

const entries = ({ logs }: Pick<TestService, 'logs'>) =>
  logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')

/** The entry that tells of one request. */
function entryOf({ logs }: Pick<TestService, 'logs'>, requestId: string) {
  const [entry, ...more] = entries({ logs }).filter(({ request_id }) => request_id === requestId)
  assert.is(more.length, 0)
  return entry
}

test('a request is one line of JSON', async (service) => {
  const ada = await service.person()
  const answer = await service.request('GET', '/api/v1/terms?q=sla&limit=3', {
    as: ada,
    headers: { 'x-request-id': 'one' },
  })
  assert.is(answer.status, 200)
  assert.is(service.logs.length, 1)
  assert.match(service.logs[0] ?? '', /^\{[^\n]*\}\n$/)
  const { time, ms, ...entry } = entryOf(service, 'one')
  assert.equal(entry, {
    level: 'info',
    request_id: 'one',
    method: 'GET',
    path: '/api/v1/terms',
    status: 200,
    user_id: ada.id,
    client: '127.0.0.1',
    msg: 'request',
  })
  assert.type(ms, 'number')
  assert.ok(ms >= 0)
  assert.is(new Date(time).toISOString(), time)
})

test('a refused request is one line too, with the user if known', async (service) => {
  const { request } = service
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  const requests = [
    ['GET', '/%ZZ', 400, {}, null],
    ['GET', '/api/v1/me', 401, {}, null],
    ['GET', '/api/v1/me', 401, bearer('nonsense'), null],
    ['GET', '/api/v1/users', 403, bearer(ada.session), ada.id],
    ['POST', '/api/v1/tokens', 403, bearer(token), ada.id],
    ['GET', '/nothing/here', 404, {}, null],
    ['GET', '/nothing/here', 404, bearer(ada.session), ada.id],
    ['HEAD', '/api/v1/me', 200, cookie(ada), ada.id],
    ['OPTIONS', '/api/v1/me', 204, {}, null],
    ['PATCH', '/api/v1/me', 405, {}, null],
    ['GET', '/api/v1/users/x', 405, bearer(ada.session), ada.id],
  ] as const
  for (const [i, [method, path, status, headers, userId]] of requests.entries()) {
    const before = service.logs.length
    await request(method, path, { headers: { ...headers, 'x-request-id': `${i}` } })
    assert.is(entries({ logs: service.logs.slice(before) }).length, 1)
    const entry = entryOf(service, `${i}`)
    assert.equal([entry.method, entry.path, entry.status, entry.user_id], [method, path, status, userId])
    assert.is(typeof entry.code, status < 400 ? 'undefined' : 'string', `${method} ${path}`)
  }
})

test('an error is logged with its code, however it is shown', async (service) => {
  const { request, sql } = service
  const editor = await service.person('editor')
  const { id } = await service.term(editor)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const requests = [
    ['POST', '/api/v1/terms', {}, { name: '' }, 422, 'validation_failed'],
    ['PUT', `/api/v1/terms/${id}`, {}, { version: 7, definition: 'x' }, 409, 'version_conflict'],
    ['GET', '/nowhere', { accept: 'text/html' }, undefined, 404, 'not_found'],
    ['POST', '/terms', form, 'name=', 422, 'unprocessable_content'],
    ['POST', '/mcp', bearer('shared'), {}, 400, 'bad_request'],
    ['POST', '/oauth/token', form, 'grant_type=x', 400, 'bad_request'],
  ] as const
  for (const [i, [method, path, headers, body, status, code]] of requests.entries()) {
    const all = { ...headers, 'x-request-id': `${i}` }
    await request(method, path, { headers: { ...bearer(editor.session), ...all }, body })
    const entry = entryOf(service, `${i}`)
    assert.equal([entry.status, entry.code], [status, code], path)
  }
  const late = await sql.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    const answer = request('GET', `/api/v1/terms/${id}`, { as: editor })
    await delay(1050)
    return { answer }
  })
  assert.is((await late.answer).status, 200)
  const levels = entries(service).map(({ level, ms }) => [level, ms > 1000])
  assert.equal(levels.at(-1), ['warn', true])
  assert.equal(levels[0], ['info', false])
})

dev('a login is logged with its user', async (service) => {
  const { headers } = await service.request('GET', '/auth/dev/login?email=ada@example.com')
  const [user] = await service.sql`select id from users where email = 'ada@example.com'`
  const { path, status, user_id } = entryOf(service, headers.get('x-request-id') ?? '')
  assert.equal([path, status, user_id], ['/auth/dev/login', 303, user?.id])
})

dev('no line contains a token, a cookie, a query or a secret', async (service) => {
  const { request, sql } = service
  const login = await request('GET', '/auth/dev/login?email=grace.hopper@example.com')
  const setCookie = login.headers.get('set-cookie') ?? ''
  const session = /user_id=([^;]+)/.exec(setCookie)?.[1] ?? ''
  const [user] = await sql<{ id: string }[]>`select id from users`
  const grace = { id: user?.id ?? '', email: '', role: 'viewer', session } as const
  const { token } = await apiToken(service, grace, ['read', 'write'])
  await request('GET', '/api/v1/terms?q=very-private-words', { headers: bearer(token) })
  await request('GET', `/api/v1/terms?token=${token}`, { headers: cookie(grace) })
  await request('GET', '/api/v1/terms?limit=very-private-words', { headers: cookie(grace) })
  await request('GET', '/api/v1/me', { headers: bearer(`${token}-spoilt`) })
  await request('GET', '/api/v1/me', { headers: { cookie: `user_id=${session}-spoilt` } })
  await request('POST', '/api/v1/terms', { as: grace, body: 'very-private-words' })
  await sql`alter table audit_events rename to lost_events`
  const failed = await request('POST', '/api/v1/tokens', {
    headers: cookie(grace),
    body: { name: 'very-private-words' },
  })
  assert.is(failed.status, 500)

  assert.is(entries(service).length, 9)
  const secrets = {
    'a token': token.slice('glo_'.length),
    'a session': session.split('.')[2] ?? '',
    'a query': 'very-private-words',
    'an email address': 'grace.hopper',
    'the key': secretKey,
    'a set-cookie': 'user_id=',
    'an authorization': 'Bearer',
  }
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 5)
    assert.equal(
      service.logs.filter((line) => line.includes(secret)),
      [],
      `${name} is logged`,
    )
  }
})

test('probes are logged at info only if they fail', async (service) => {
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  const cutOff = createGlossary(withDatabase(service.ctx, db))
  await service.request('GET', '/health')
  await service.request('HEAD', '/ready')
  await service.request('POST', '/health')
  await send(cutOff, 'GET', '/ready')
  assert.equal(
    entries(service).map(({ level, path, status }) => [level, path, status]),
    [
      ['debug', '/health', 200],
      ['debug', '/ready', 200],
      ['info', '/health', 405],
      ['info', '/ready', 503],
    ],
  )
})

quiet('above level info, requests are not logged but errors are', async (service) => {
  const ada = await service.person()
  await service.request('GET', '/api/v1/me', { as: ada })
  assert.equal(service.logs, [])
  await service.sql`alter table api_tokens rename to secret_tokens`
  await service.request('GET', '/api/v1/tokens', { as: ada })
  assert.equal(
    service.logs.map((line) => JSON.parse(line).level),
    ['error'],
  )
})

test.run()
dev.run()
quiet.run()
