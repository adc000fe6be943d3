import * as assert from 'uvu/assert'
import { call, connectAgent, mcpToken } from './support/mcp-client.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('arguments of agents', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

/** What models send for optional arguments that they could leave out. */
const asAbsent = [null, '', ' ', undefined]

test('optional arguments without content count as absent', async (service) => {
  await service.term(await service.person(), { name: 'QZA' })
  for (const value of asAbsent) {
    const got = await call(service, 'get_term', { name: 'QZA', context: value })
    assert.is(got.structuredContent?.name, 'QZA', JSON.stringify(value))
    const searched = await call(service, 'search_terms', { query: 'QZA', status: value, limit: value })
    assert.is(searched.structuredContent?.total, 1, JSON.stringify(value))
    const paging = { category: value, status: value, limit: value, offset: value }
    assert.is((await call(service, 'list_terms', paging)).structuredContent?.total, 1)
  }
  const agent = await connectAgent(service)
  const listed = await agent.callTool({ name: 'list_terms', arguments: null as never })
  assert.is((listed.structuredContent as { total: number }).total, 1)
  await agent.close()
})

test('whole numbers may be text, and a status in any case', async (service) => {
  const as = await service.person()
  for (const name of ['QZA', 'QZB', 'QZC']) await service.term(as, { name, category: 'Ops' })
  const page = { limit: '2', offset: ' 1 ', status: 'Pending', category: 'OPS' }
  const { structuredContent } = await call(service, 'list_terms', page)
  assert.equal(
    ((structuredContent?.items ?? []) as { name: string }[]).map(({ name }) => name),
    ['QZB', 'QZC'],
  )
  for (const status of ['Official', 'ALL', ' pending ']) {
    const { isError } = await call(service, 'search_terms', { query: 'QZA', status, limit: '5.0' })
    assert.not.ok(isError, status)
  }
})

test('an argument that a tool does not have is named in the answer', async (service) => {
  await service.term(await service.person(), { name: 'QZA' })
  for (const [tool, given] of [
    ['list_terms', { page: 2 }],
    ['search_terms', { query: 'QZA', cursor: 'x', toString: 1 }],
    ['get_term', { name: 'QZA', language_code: 'en' }],
  ] as const) {
    const { content, isError } = await call(service, tool, given)
    const [answer, note] = content as { text: string }[]
    assert.ok(!isError && JSON.parse(answer?.text ?? ''))
    for (const name of Object.keys(given).filter((each) => !['query', 'name'].includes(each)))
      assert.match(note?.text ?? '', `“${name}”`)
    assert.match(note?.text ?? '', /^Ignored: .* has no such argument\. It has: “/)
  }
  const { content } = await call(service, 'list_terms', { limit: 2 })
  assert.is((content as object[]).length, 1)
})

test('a context that is too long is cut', async (service) => {
  await service.term(await service.person(), { name: 'QZA' })
  const context = `${'word '.repeat(399)}word\u{1f680} and more`
  const { structuredContent } = await call(service, 'get_term', { name: 'QZA', context })
  assert.is(structuredContent?.name, 'QZA')
})

test('what is wrong is still refused', async (service) => {
  for (const [tool, args, says] of [
    ['get_term', {}, 'name is required'],
    ['get_term', { name: null }, 'name must be text'],
    ['get_term', { name: 'x', context: 'x\0' }, 'context must not contain control characters'],
    ['search_terms', { query: 'x', limit: 101 }, 'limit must be at most 100'],
    ['list_terms', { limit: 0 }, 'limit must be at least 1'],
    ['list_terms', { offset: -1 }, 'offset must be at least 0'],
    ['get_term', { name: '' }, 'name must be 1 to 200 characters long'],
    ['list_terms', { limit: '1e2' }, 'limit must be a whole number'],
    ['list_terms', { limit: '2.5' }, 'limit must be a whole number'],
    ['list_terms', { limit: '101' }, 'limit must be at most 100'],
    ['list_terms', { limit: true }, 'limit must be a whole number'],
    ['list_terms', { status: 'new' }, 'status must be one of suggested, pending'],
  ] as const) {
    const { isError, content } = await call(service, tool, args)
    assert.is(isError, true, says)
    assert.match(content[0]?.text ?? '', says)
  }
})

test('every argument of a tool is described', async (service) => {
  const agent = await connectAgent(service)
  const { tools } = await agent.listTools()
  await agent.close()
  for (const { name, inputSchema } of tools) {
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      assert.ok((schema as { description?: string }).description, `${name} ${argument}`)
    }
  }
})

test('the rule stands first wherever agents read, and no text is longer than clients allow', async (service) => {
  const read = async () => {
    const agent = await connectAgent(service)
    const { tools } = await agent.listTools()
    const texts = ['get_term', 'explain_text'].map(
      (name) => tools.find((tool) => tool.name === name)?.description ?? '',
    )
    const instructions = agent.getInstructions() ?? ''
    await agent.close()
    return [instructions, ...texts]
  }
  const texts = await read()
  for (const text of texts) {
    assert.match(text.slice(0, 300), /pass the message .* to explain_text.*"account", "active user" or "churn"/)
    assert.ok(text.length <= 1800, `${text.length}: ${text.slice(0, 50)}`)
  }
  await service.term(await service.person(), { name: 'churn' })
  assert.equal(await read(), texts, 'the texts never depend on the glossary')
})

test.run()
