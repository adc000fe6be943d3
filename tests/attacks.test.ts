import * as assert from 'uvu/assert'
import { explainText } from '../lib/lookup/text-to-explanation.ts'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { sendRaw } from './support/raw-request.ts'
import { glossary } from './support/test-service.ts'
import { weeklySample } from './support/weekly-sample.ts'

// Attacks that succeeded once; docs/security.md names what stops each of them.
const test = glossary('attacks', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test('a path in the Host header does not lead to another endpoint', async (service) => {
  for (const host of ['x/health?', 'x/health#', 'a@b/health?', 'x\\health?', '[::1]/health?']) {
    const response = await sendRaw(
      service.app,
      service,
      `GET /api/v1/admin/stats HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(response, /^HTTP\/1\.1 400 /, host)
    assert.not.match(response, /"status":"ok"/, host)
  }
})

test('a host name or IP address with a port is accepted', async (service) => {
  for (const host of ['glossary.example.com', 'localhost:8000', '127.0.0.1:8000', '[::1]:8000']) {
    const request = `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    assert.match(await sendRaw(service.app, service, request), /^HTTP\/1\.1 200 /, host)
  }
})

test('NUL in MCP requests reveals nothing of PostgreSQL', async (service) => {
  const agent = await connectAgent(service)
  const requests = [
    () => agent.readResource({ uri: 'glossary://terms/a%00b' }),
    () =>
      agent.complete({
        ref: { type: 'ref/resource', uri: 'glossary://terms/{name}' },
        argument: { name: 'name', value: 'a\0b' },
      }),
    () => agent.getPrompt({ name: 'explain_jargon', arguments: { text: 'SLA\0 \ud800' } }),
    () => agent.callTool({ name: 'get_term', arguments: { name: 'a\0b' } }),
  ]
  for (const send of requests) {
    const answer = await send().catch((error: unknown) => String(error))
    assert.not.match(JSON.stringify(answer), /invalid byte|UTF8|0x00|syntax|relation/i)
  }
  await agent.close()
})

test('an unexpected error of an MCP request stays in the log', async (service) => {
  await service.sql`alter table terms rename to elsewhere`
  const agent = await connectAgent(service)
  const answer = await agent.callTool({ name: 'get_term', arguments: { name: 'SLA' } }).catch(String)
  assert.match(JSON.stringify(answer), /Something went wrong on our side/)
  assert.not.match(JSON.stringify(answer), /relation|terms/)
  assert.ok(service.logs.some((line) => line.includes('an MCP request failed')))
  await agent.close()
})

const repeated = [
  ...['a', 'a ', 'SLA ', 'SLA\u0301 ', '(', '[', '[a](', '> ', '*a_b', '`', '<a ', 'a@', 'a.com'],
  ...['http://', '\\0', '\ud800', '\u0301', '\u0315\u0300', ' ', '\n', "a's ", 'of '],
]

for (const format of ['text', 'markdown'] as const) {
  test(`20,000 repeated characters of ${format} are explained in linear time`, async (service) => {
    const as = await service.person()
    for (let words = 1; words <= 100; words++) {
      await service.term(as, { name: Array(Math.min(words, 60)).fill('a').join(' '), category: `${words}` })
    }
    for (const part of weeklySample(repeated)) {
      const text = part.repeat(20_000).slice(0, 20_000)
      const { matches } = await explainText(service.ctx, text, { format })
      assert.ok(matches.length <= 10_000, part)
    }
  })
}

test('50 long meanings of a name do not make answers of megabytes', async (service) => {
  const as = await service.person()
  await service.sql`
    insert into terms (name, full_name, definition, status, source, owner_id)
    select 'SLA', 'Meaning ' || i, repeat('x', 4000), 'pending', 'user', ${as.id}
    from generate_series(1, 50) as i`
  const agent = await connectAgent(service)
  const result = await agent.callTool({ name: 'get_term', arguments: { name: 'SLA' } })
  const { also } = result.structuredContent as { also: unknown[] }
  assert.is(also.length, 9)
  const { contents } = await agent.readResource({ uri: 'glossary://terms/SLA' })
  assert.ok(JSON.stringify(contents).length < 110_000)
  await agent.close()
})

const compressed: Record<string, string>[] = [
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset="latin1"' },
]

test('a JSON body that is compressed or not UTF-8 gets 415', async ({ request, person }) => {
  const as = await person()
  const body = { name: 'SLA', definition: 'A promise.' }
  for (const headers of compressed) {
    const { status, body: problem } = await request('POST', '/api/v1/terms', { as, body, headers })
    assert.equal([status, problem.code], [415, 'not_json'], JSON.stringify(headers))
  }
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'content-encoding': 'identity' }
  assert.is((await request('POST', '/api/v1/terms', { as, body, headers })).status, 201)
})

test.run()
