import { createHash, randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { glossary, type TestService } from './support/test-service.ts'

const appUrl = 'https://glossary.example.com'
const test = glossary('embed keys', { SERVICE_APP_URL: appUrl })
const limited = glossary('limits of embed keys', { SERVICE_RATE_LIMIT: '2' })

const keysPath = '/api/v1/admin/embed-keys'
const evil = 'https://evil.example'

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const exposed = {
  'access-control-expose-headers': 'ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count, X-Truncated',
}

/** Sends a text to explain, as the script does on a page of an origin. */
const explain = (
  { request }: TestService,
  key: string,
  headers: Record<string, string> = { origin: wiki },
  body: object = { text: 'Our SLA is 99.9 %.' },
) => request('POST', '/api/v1/explain', { headers: { ...bearer(key), ...headers }, body })

/** Creates a key, and a term that has been reviewed. */
async function open(service: TestService) {
  const admin = await service.person('admin')
  const term = await service.term(admin, { name: 'SLA', aliases: ['uptime promise'] })
  return { admin, term, ...(await embedKey(service, admin)) }
}

test('a key is returned once, when it is created', async ({ person, request }) => {
  const as = await person('admin')
  const body = { name: 'wiki', origins: [wiki, 'http://localhost:3000'] }
  const { status, headers, body: created } = await request('POST', keysPath, { as, body })
  assert.is(status, 201)
  assert.is(headers.get('location'), `${keysPath}/${created.id}`)
  assert.is(headers.get('cache-control'), 'no-store')
  const { id, key, created_at, ...others } = created
  const created_by = { id: as.id, display_name: as.email }
  assert.equal(others, { ...body, created_by, last_used_at: null })
  assert.match(key, /^glp_[\w-]{43}$/)

  const list = await request('GET', keysPath, { as })
  assert.equal(list.body, [{ id, created_at, ...others }])
  assert.is(list.headers.get('x-total-count'), '1')
  assert.not.match(list.text, key)
})

test('a key gets no guesses', async (service) => {
  const { key } = await open(service)
  const body = { text: 'our sla', loose: true }
  const { status, body: answer } = await explain(service, key, { origin: wiki }, body)
  assert.equal([status, answer.matches], [200, []])
})

test('only the SHA-256 hash of a key is stored, and no log has the key', async (service) => {
  const { id, key } = await open(service)
  await explain(service, key)
  await service.ctx.background.settle()
  const [row] = await service.sql<{ key_hash: Uint8Array }[]>`
    select key_hash from embed_keys where id = ${id}`
  const hash = createHash('sha256').update(key).digest('hex')
  assert.is(Buffer.from(row?.key_hash ?? []).toString('hex'), hash)
  const tables = await service.sql<{ dump: string }[]>`
    select query_to_xml(format('select * from %I', table_name), true, false, '')::text as dump
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const kept = [...tables.map(({ dump }) => dump), ...service.logs].join('\n')
  assert.match(kept, id)
  assert.not.match(kept, key.slice('glp_'.length))
})

test('origins are stored as browsers send them, each once', async (service) => {
  const admin = await service.person('admin')
  const body = {
    name: 'wiki',
    origins: [
      ...['HTTPS://Wiki.Example.com', wiki, `${wiki}:443`, `${wiki}:8443`],
      ...['https://bücher.example', 'http://[::1]:3000', ' http://intranet '],
    ],
  }
  const { body: created } = await service.request('POST', keysPath, { as: admin, body })
  assert.equal(created.origins, [
    ...[wiki, `${wiki}:8443`, 'https://xn--bcher-kva.example'],
    ...['http://[::1]:3000', 'http://intranet'],
  ])
})

test('a wrong name or origin gets 422 and says where it is', async ({ person, request }) => {
  const as = await person('admin')
  const pathOf = async (body: object) => {
    const answer = await request('POST', keysPath, { as, body })
    assert.is(answer.status, 422, JSON.stringify(body))
    return answer.body.errors[0].path
  }
  const wrong = [
    ...['wiki.example.com', `${wiki}/`, `${wiki}/page`, `${wiki}?a`, `${wiki}#a`, 'null', '*', ''],
    ...['https://*.example.com', 'https://user@wiki.example.com', 'https://', 'https://a b'],
    ...['ftp://wiki.example.com', 'file:///etc', 'javascript:alert(1)', 'https://a:99999'],
    ...['https://a\\b', '//wiki.example.com', 'https://wiki.example.com, https://b.example', 4],
  ]
  for (const origin of wrong) {
    assert.is(await pathOf({ name: 'wiki', origins: [wiki, origin] }), 'origins.1', `${origin}`)
  }
  const many = Array.from({ length: 21 }, (_, number) => `https://a${number}.example`)
  for (const origins of [undefined, null, [], wiki, many]) {
    assert.is(await pathOf({ name: 'wiki', origins }), 'origins')
  }
  for (const name of [undefined, '', ' ', 'x'.repeat(101)]) {
    assert.is(await pathOf({ name, origins: [wiki] }), 'name')
  }
  assert.equal((await request('GET', keysPath, { as })).body, [])
})

test('a key works from its own origins and ours; others, and none, get 403', async (service) => {
  const { key } = await open(service)
  const outcome = async (headers: Record<string, string>) => {
    const { status, body } = await explain(service, key, headers)
    return status === 200 ? 200 : `${status} ${body.code}`
  }
  assert.is(await outcome({ origin: wiki }), 200)
  assert.is(await outcome({ origin: appUrl }), 200)
  const refused = '403 origin_not_allowed'
  assert.is(await outcome({}), refused)
  const others = [
    ...[evil, 'null', '', `${wiki}/`, `${wiki}.evil.example`, `${wiki}:8443`, 'https://example.com'],
    ...['http://wiki.example.com', wiki.toUpperCase(), `${wiki} ${evil}`],
  ]
  for (const origin of others) assert.is(await outcome({ origin }), refused, origin)
})

test('only the origins of the key and ours can read the response, without credentials', async (service) => {
  const { admin, key } = await open(service)
  const other = 'https://other.example'
  await embedKey(service, admin, [other])
  const cors = async (origin: string, body?: object) =>
    corsHeaders((await explain(service, key, { origin }, body)).headers)
  assert.equal(await cors(wiki), { 'access-control-allow-origin': wiki, ...exposed })
  assert.equal(await cors(wiki, {}), { 'access-control-allow-origin': wiki, ...exposed })
  assert.equal(await cors(evil), {})
  assert.equal(await cors(other), {})
  const withCookie = { ...cookie(admin), origin: wiki }
  const read = await service.request('POST', '/api/v1/explain', { headers: withCookie, body: {} })
  assert.equal(corsHeaders(read.headers), {})
})

test('a preflight is allowed for explain, from the origins of any key and from ours', async (service) => {
  const { id, admin } = await open(service)
  const preflight = async (origin: string, path = '/api/v1/explain') => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    }
    const headers = { origin, ...asked }
    return corsHeaders((await service.request('OPTIONS', path, { headers })).headers)
  }
  const allowed = {
    ...exposed,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-User-Id',
    'access-control-max-age': '600',
  }
  const ours = { 'access-control-allow-origin': appUrl, 'access-control-allow-credentials': 'true', ...allowed }
  assert.equal(await preflight(wiki), { 'access-control-allow-origin': wiki, ...allowed })
  assert.equal(await preflight(appUrl), ours)
  assert.equal(await preflight(evil), {})
  assert.equal(await preflight(wiki, '/api/v1/terms'), {})
  assert.equal(await preflight(wiki, keysPath), {})
  await service.request('DELETE', `${keysPath}/${id}`, { as: admin })
  assert.equal(await preflight(wiki), {})
})

test('a key gets only what readers need of reviewed terms, and no unknown words', async (service) => {
  const { key, admin, term } = await open(service)
  const { id: found } = await service.term(admin, { name: 'QRX' })
  await service.sql`update terms set status = 'suggested', source = 'discovery' where id = ${found}`
  const text = 'Our SLA, an uptime promise, covers the QRX and the ZZQ.'
  const { body } = await explain(service, key, { origin: wiki }, { text })
  assert.equal(
    body.matches.map((match: { text: string }) => match.text),
    ['SLA', 'uptime promise'],
  )
  assert.equal(body.terms, [
    {
      id: term.id,
      name: 'SLA',
      full_name: null,
      definition: term.definition,
      category: null,
      aliases: [{ name: 'uptime promise', kind: 'alias' }],
      links: [],
      status: 'pending',
      relations: [],
    },
  ])
  assert.equal(body.unknown, [])
  const whole = await service.request('POST', '/api/v1/explain', { as: admin, body: { text } })
  assert.is(whole.body.terms[0].version, term.version)
  assert.equal(
    whole.body.matches.map((match: { text: string }) => match.text),
    ['SLA', 'uptime promise', 'QRX'],
  )
})

test('an invalid key gets 401, whatever else is sent', async (service) => {
  const { admin, key } = await open(service)
  const wrong = [
    ...[`glp_${'A'.repeat(43)}`, 'glp_', `${key}x`, key.slice(0, -1), key.replace('glp_', 'glo_')],
    key.toUpperCase(),
  ]
  for (const credential of wrong) {
    for (const headers of [{}, cookie(admin)]) {
      const { status, body } = await explain(service, credential, { ...headers, origin: wiki })
      assert.is(`${status} ${body.code}`, '401 invalid_credentials', credential)
    }
  }
  assert.is((await explain(service, key, { cookie: 'user_id=nonsense', origin: wiki })).status, 401)
  const mcp = await service.request('POST', '/mcp', { headers: bearer(key), body: {} })
  assert.equal([mcp.status, mcp.body.code], [401, 'invalid_credentials'], 'nor does it open MCP')
})

test('a revoked key gets 401 from the next request on; other keys still work', async (service) => {
  const { id, admin, key } = await open(service)
  const other = await embedKey(service, admin)
  const revoke = async (path: string) => (await service.request('DELETE', `${keysPath}/${path}`, { as: admin })).status
  assert.is((await explain(service, key)).status, 200)
  assert.is(await revoke(id), 204)
  assert.is((await explain(service, key)).status, 401)
  assert.is((await explain(service, other.key)).status, 200)
  assert.is(await revoke(id), 404)
  assert.is(await revoke(randomUUID()), 404)
  assert.is(await revoke('nonsense'), 404)
})

test('the time of the last use is recorded; a refused use does not count as a request of a person', async (service) => {
  const { admin, key } = await open(service)
  await explain(service, key)
  await service.ctx.background.settle()
  const { body } = await service.request('GET', keysPath, { as: admin })
  assert.match(body[0].last_used_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const line = service.logs.map((each) => JSON.parse(each)).find(({ path }) => /explain/.test(path))
  assert.equal([line.status, line.user_id], [200, null])
})

limited('requests are counted by client address, whatever the key', async (service) => {
  const admin = await service.person('admin')
  const first = await embedKey(service, admin)
  const colleague = await service.person('admin')
  const second = await embedKey(service, colleague)
  assert.is((await explain(service, first.key)).status, 200)
  assert.is((await explain(service, second.key)).status, 200)
  const refused = await explain(service, first.key)
  assert.is(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.is(refused.headers.get('access-control-allow-origin'), wiki)
  assert.is((await service.request('GET', '/api/v1/me', { as: admin })).status, 200)
})

test.run()
limited.run()
