import * as assert from 'uvu/assert'
import { mcpToken } from './support/mcp-client.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('MCP over HTTP', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const listRequest = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const validHeaders = { authorization: `Bearer ${mcpToken}`, accept: 'application/json, text/event-stream' }

const post = ({ request }: TestService, body: unknown, headers: Record<string, string | undefined> = {}) => {
  const all = Object.entries({ ...validHeaders, ...headers }).filter(([, value]) => value !== undefined)
  return request('POST', '/mcp', { body, headers: Object.fromEntries(all) as Record<string, string> })
}

test('a wrong credential gets 401, before the body is parsed', async (service) => {
  for (const authorization of [undefined, 'Bearer wrong', `Basic ${mcpToken}`]) {
    const { status, headers } = await post(service, 'not json', { authorization })
    assert.is(status, 401, authorization)
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer/)
  }
})

test('a foreign origin gets 403, our own does not', async (service) => {
  assert.is((await post(service, listRequest, { origin: 'https://evil.example' })).status, 403)
  assert.is((await post(service, listRequest, { origin: 'null' })).status, 403)
  assert.is((await post(service, listRequest, { origin: 'http://localhost:8000' })).status, 200)
})

test('GET, DELETE and PUT get 405 with Allow', async ({ request }) => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await request(method, '/mcp', { headers: validHeaders })
    assert.is(status, 405)
    assert.is(headers.get('allow'), 'POST, OPTIONS')
  }
})

test('the headers of the protocol are validated', async (service) => {
  const cases: [Record<string, string | undefined>, number][] = [
    ...['application/json', 'text/event-stream', '*/*', 'application/*', '', undefined].map(
      (accept): [Record<string, string | undefined>, number] => [{ accept }, 200],
    ),
    [{ accept: 'text/html, */*;q=0.8' }, 200],
    [{ accept: 'text/html' }, 406],
    [{ accept: 'application/json;q=0' }, 406],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'content-type': 'application/json; charset=latin1' }, 415],
    [{ 'content-type': 'application/json; charset=utf-8' }, 200],
    [{ 'mcp-protocol-version': '1999-01-01' }, 400],
    [{ 'mcp-protocol-version': '2025-06-18' }, 200],
    [{ 'mcp-session-id': 'whatever' }, 200],
  ]
  for (const [headers, expected] of cases) {
    const { status, body } = await post(service, { ...listRequest, id: 'abc' }, headers)
    const isRead = !/gzip|latin1/.test(JSON.stringify(headers))
    const id = isRead ? 'abc' : null
    assert.equal([status, body.id], [expected, id], JSON.stringify(headers))
  }
})

test('a body that is not a JSON-RPC message gets 400 with an error code, and its ID', async (service) => {
  for (const [body, code, id] of [
    ['{', -32700, null],
    ['null', -32600, null],
    [{ id: 1 }, -32600, 1],
    [{ ...listRequest, id: 'abc', params: [] }, -32600, 'abc'],
    [{ ...listRequest, id: null }, -32600, null],
    [{ ...listRequest, id: 1.5 }, -32600, null],
    [{ ...listRequest, id: 'x'.repeat(201) }, -32600, null],
  ] as const) {
    const response = await post(service, body)
    assert.is(response.status, 400)
    assert.equal([response.body.error.code, response.body.id], [code, id])
  }
})

test('a revision that is not supported gets -32022 with those that are', async (service) => {
  for (const requested of ['1999-01-01', '2099-01-01', 'newest']) {
    const { status, body } = await post(service, listRequest, { 'mcp-protocol-version': requested })
    assert.equal([status, body.error.code, body.id], [400, -32022, 1])
    assert.is(body.error.data.requested, requested)
    assert.equal(body.error.data.supported.slice(0, 2), ['2026-07-28', '2025-11-25'])
  }
})

test('wrong parameters get -32602, and no message begins with its code', async (service) => {
  const call = (params: unknown) => ({ ...listRequest, method: 'tools/call', params })
  for (const message of [
    call({ name: 'get_term', arguments: '{"name":"SLA"}' }),
    call({ name: 'get_term', arguments: [] }),
    call({ name: 7 }),
    call({}),
    call({ name: 'vote' }),
    { ...listRequest, method: 'initialize', params: {} },
    { ...listRequest, method: 'resources/read', params: {} },
    { ...listRequest, method: 'prompts/get', params: { name: 'vote' } },
    { ...listRequest, method: 'completion/complete', params: { ref: 'SLA' } },
    ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map((method) => ({
      ...listRequest,
      method,
      params: { cursor: 'x' },
    })),
  ]) {
    const { status, body } = await post(service, message)
    const what = JSON.stringify(message)
    assert.equal([status, body.id, body.error?.code], [200, 1, -32602], what)
    assert.not.match(body.error.message, 'MCP error', what)
  }
})

test('an array is answered in revision 2025-03-26, also if no revision is named', async (service) => {
  const initialize = { ...listRequest, id: 'c', method: 'initialize', params: {} }
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const batch = [listRequest, notification, { ...listRequest, id: 'b', method: 'x' }, initialize, 7]
  for (const version of [undefined, '2025-03-26']) {
    const { status, body } = await post(service, batch, { 'mcp-protocol-version': version })
    assert.is(status, 200)
    const answers = body as { id: unknown; error?: { code: number } }[]
    assert.equal(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [1, undefined],
        ['b', -32601],
        ['c', -32600],
        [null, -32600],
      ],
    )
  }
  const silent = await post(service, [notification, notification])
  assert.equal([silent.status, silent.text], [202, ''])
})

test('other arrays get -32600', async (service) => {
  for (const [batch, version] of [
    [[listRequest], '2024-11-05'],
    [[listRequest], '2025-06-18'],
    [[listRequest], '2025-11-25'],
    [[listRequest], '2026-07-28'],
    [[], '2025-03-26'],
    [Array(21).fill(listRequest), '2025-03-26'],
  ] as const) {
    const { status, body } = await post(service, batch, { 'mcp-protocol-version': version })
    assert.equal([status, body.id, body.error.code], [400, null, -32600], version)
  }
})

test('a body over 512 KiB gets 413', async (service) => {
  assert.is((await post(service, { ...listRequest, params: { x: 'y'.repeat(525_000) } })).status, 413)
})

test('a notification gets 202 without a body', async (service) => {
  const response = await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.is(response.status, 202)
  assert.is(response.text, '')
})

test('a cancellation does not affect the request of another client', async (service) => {
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const responses = await Promise.all([post(service, listRequest), post(service, cancel), post(service, listRequest)])
  assert.equal(
    responses.map(({ status }) => status),
    [200, 202, 200],
  )
})

test('an unknown method gets a JSON-RPC error with the ID of the request', async (service) => {
  const { status, body } = await post(service, { jsonrpc: '2.0', id: 'abc', method: 'tools/vote' })
  assert.is(status, 200)
  assert.is(body.id, 'abc')
  assert.is(body.error.code, -32601)
})

test('an error does not repeat a long request', async (service) => {
  const long = 'x'.repeat(100_000)
  const cursors = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}`, i]))
  const ref = { type: 'ref/resource', uri: 'glossary://terms/{name}' }
  for (const message of [
    { ...listRequest, id: long },
    { ...listRequest, method: long },
    { ...listRequest, method: 'tools/call', params: { name: long } },
    { ...listRequest, method: 'prompts/get', params: { name: long } },
    { ...listRequest, method: 'resources/read', params: { uri: long } },
    { ...listRequest, method: 'prompts/get', params: { name: 'x', arguments: cursors } },
    {
      ...listRequest,
      method: 'completion/complete',
      params: { ref, argument: { name: 'name', value: 'x' }, context: { arguments: cursors } },
    },
  ]) {
    const { body, text } = await post(service, message)
    assert.ok(body.error, text.slice(0, 200))
    assert.ok(text.length < 2000, `${text.length}`)
  }
})

const unset = glossary('MCP without a bearer token')

unset('an unset bearer token matches nothing', async (service) => {
  for (const authorization of ['Bearer null', 'Bearer undefined', 'Bearer ']) {
    assert.is((await post(service, listRequest, { authorization })).status, 401)
  }
})

test.run()
unset.run()
