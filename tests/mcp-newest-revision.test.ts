import * as assert from 'uvu/assert'
import { mcpToken } from './support/mcp-client.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('MCP 2026-07-28', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const newest = '2026-07-28'
const metadata = { 'io.modelcontextprotocol/protocolVersion': newest, 'io.modelcontextprotocol/clientCapabilities': {} }

type Message = { method: string; params?: Record<string, unknown>; id?: unknown }

/** Sends a message as a client of the newest revision does, apart from `changed` headers. */
const post = (
  { request }: TestService,
  { method, params, id = 'a' }: Message,
  changed: Record<string, string | undefined> = {},
) => {
  const name = params?.name ?? params?.uri
  const headers = {
    authorization: `Bearer ${mcpToken}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': newest,
    'mcp-method': method,
    'mcp-name': typeof name === 'string' ? name : undefined,
    ...changed,
  }
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined)
  return request('POST', '/mcp', {
    body: { jsonrpc: '2.0', id, method, params: { _meta: metadata, ...params } },
    headers: Object.fromEntries(sent) as Record<string, string>,
  })
}

const getTerm = { method: 'tools/call', params: { name: 'get_term', arguments: { name: 'SLA' } } }

test('a tool is called without a handshake, and answers as in older revisions', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const { status, body } = await post(service, getTerm)
  assert.is(status, 200)
  const { resultType, _meta, ...rest } = body.result
  assert.is(resultType, 'complete')
  assert.is(_meta['io.modelcontextprotocol/serverInfo'].name, 'term-glossary')
  const older = await service.request('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, ...getTerm },
    headers: { authorization: `Bearer ${mcpToken}` },
  })
  assert.equal(rest, older.body.result)
})

test('server/discover says what the server can do', async (service) => {
  const { body } = await post(service, { method: 'server/discover' })
  const { supportedVersions, capabilities, instructions, ttlMs, cacheScope } = body.result
  assert.equal(supportedVersions.slice(0, 2), [newest, '2025-11-25'])
  assert.equal(Object.keys(capabilities), ['tools', 'resources', 'prompts', 'completions'])
  assert.match(instructions, 'glossary')
  assert.equal([ttlMs, cacheScope], [3_600_000, 'public'])
})

test('lists and resources say how long they may be kept', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const read = { method: 'resources/read', params: { uri: 'glossary://terms/SLA' } }
  const lists = ['tools', 'prompts', 'resources', 'resources/templates'].map((what) => ({ method: `${what}/list` }))
  for (const message of [...lists, read]) {
    const { body } = await post(service, message)
    assert.ok(Number.isInteger(body.result.ttlMs), message.method)
    assert.match(body.result.cacheScope, /^(public|private)$/)
  }
  assert.is('ttlMs' in (await post(service, getTerm)).body.result, false)
})

test('a resource that does not exist gets -32602', async (service) => {
  const read = { method: 'resources/read', params: { uri: 'glossary://terms/QRX' } }
  const { body } = await post(service, read)
  assert.equal([body.error.code, body.error.data], [-32602, { uri: 'glossary://terms/QRX' }])
})

test('methods of older revisions and unknown ones get 404', async (service) => {
  for (const method of [...['initialize', 'ping', 'logging/setLevel', 'tools/vote', 'subscriptions/listen']]) {
    const { status, body } = await post(service, { method })
    assert.equal([status, body.error.code, body.id], [404, -32601, 'a'], method)
  }
})

test('headers that are missing or say something else than the body get -32020', async (service) => {
  for (const changed of [
    { 'mcp-protocol-version': undefined },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': '2099-01-01' },
    { 'mcp-method': undefined },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': 'TOOLS/CALL' },
    { 'mcp-name': undefined },
    { 'mcp-name': 'list_terms' },
    { 'mcp-name': '=?base64?bGlzdA==?=' },
  ]) {
    const { status, body } = await post(service, getTerm, changed)
    assert.equal([status, body.error?.code, body.id], [400, -32020, 'a'], JSON.stringify(changed))
  }
})

test('a client of an older revision is answered in its own, even if it sends Mcp-Method', async (service) => {
  const message = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
      _meta: undefined,
    },
  }
  // mcp-remote names no version until the server has answered.
  for (const version of ['2025-11-25', undefined]) {
    const { status, body } = await post(service, message, { 'mcp-protocol-version': version })
    assert.is(status, 200)
    assert.is(body.result.protocolVersion, '2025-11-25')
  }
})

test('a name in Base64 is compared with what it says', async (service) => {
  const params = { uri: 'glossary://terms/Größe' }
  await service.term(await service.person(), { name: 'Größe' })
  const name = `=?base64?${Buffer.from(params.uri).toString('base64')}?=`
  const { status } = await post(service, { method: 'resources/read', params }, { 'mcp-name': name })
  assert.is(status, 200)
})

test('a request without its metadata gets -32602, of an unknown revision -32022', async (service) => {
  const version = 'io.modelcontextprotocol/protocolVersion'
  for (const _meta of [undefined, {}, { [version]: newest }, { ...metadata, [version]: undefined }]) {
    const { status, body } = await post(service, { ...getTerm, params: { ...getTerm.params, _meta } })
    assert.equal([status, body.error.code], [400, -32602], JSON.stringify(_meta))
  }
  const params = { _meta: { ...metadata, [version]: '2099-01-01' } }
  const message = { method: 'tools/list', params }
  const { status, body } = await post(service, message, { 'mcp-protocol-version': '2099-01-01' })
  assert.equal([status, body.error.code, body.id], [400, -32022, 'a'])
})

test.run()
