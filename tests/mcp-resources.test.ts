import * as assert from 'uvu/assert'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('MCP resources and prompts', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test('a name is a resource with all its meanings in Markdown', async (service) => {
  const owner = await service.person()
  await service.term(owner, { name: 'A/B test', definition: 'Two pages, two groups.' })
  const agent = await connectAgent(service)
  const uri = `glossary://terms/${encodeURIComponent('a/b TEST')}`
  const { contents } = await agent.readResource({ uri })
  assert.is(contents.length, 1)
  assert.is(contents[0]?.mimeType, 'text/markdown')
  assert.match(String(contents[0] && 'text' in contents[0] && contents[0].text), /## A\/B test/)
  await agent.close()
})

test('another name or the full name of a term is a resource as well', async (service) => {
  const owner = await service.person()
  const sla = { name: 'SLA', full_name: 'Service Level Agreement', aliases: ['uptime contract'] }
  await service.term(owner, sla)
  const agent = await connectAgent(service)
  for (const name of ['uptime contract', 'SLAs', 'service level agreement']) {
    const uri = `glossary://terms/${encodeURIComponent(name)}`
    const { contents } = await agent.readResource({ uri })
    assert.match(String(contents[0] && 'text' in contents[0] && contents[0].text), '## SLA', name)
  }
  await agent.close()
})

test('an unknown name or URI is not found', async (service) => {
  const agent = await connectAgent(service)
  for (const uri of [
    ...['glossary://terms/nope', 'glossary://terms/%', 'file:///etc/passwd', 'glossary://terms/'],
    ...['glossary://terms/%00', `glossary://terms/${'%22'.repeat(15_000)}x`],
  ]) {
    try {
      await agent.readResource({ uri })
      assert.unreachable()
    } catch (error) {
      assert.is((error as { code: number }).code, -32002)
    }
  }
  await agent.close()
})

test('the resource template completes names', async (service) => {
  const owner = await service.person()
  for (const name of ['SLA', 'slo', 'SRE']) await service.term(owner, { name })
  await service.term(owner, { name: 'sla', full_name: 'Another one' })
  const agent = await connectAgent(service)
  const { resourceTemplates } = await agent.listResourceTemplates()
  assert.equal(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['glossary://terms/{name}'],
  )
  const { completion } = await agent.complete({
    ref: { type: 'ref/resource', uri: 'glossary://terms/{name}' },
    argument: { name: 'name', value: 'sl' },
  })
  assert.equal(completion, { values: ['SLA', 'slo'], total: 2, hasMore: false })
  await agent.close()
})

test('no resource is listed, as lists flood the menus of clients', async (service) => {
  await service.term(await service.person(), { name: 'SLA', category: 'Ops' })
  const agent = await connectAgent(service)
  assert.equal((await agent.listResources()).resources, [])
  await agent.close()
})

test('the prompt contains the terms that occur in the text', async (service) => {
  const owner = await service.person()
  await service.term(owner, { name: 'SLA', definition: 'What we promise.' })
  await service.term(owner, { name: 'error budget', definition: 'What we may break.' })
  await service.term(owner, { name: 'C++', definition: 'A language.' })
  await service.term(owner, { name: 'OKR', definition: 'Not in the text.' })
  const agent = await connectAgent(service)
  const { prompts } = await agent.listPrompts()
  assert.equal(
    prompts.map(({ name }) => name),
    ['explain_jargon'],
  )
  const { messages } = await agent.getPrompt({
    name: 'explain_jargon',
    arguments: { text: 'Our (SLA) leaves an Error  Budget, also for C++.' },
  })
  const text = JSON.stringify(messages)
  for (const definition of ['What we promise.', 'What we may break.', 'A language.']) {
    assert.ok(text.includes(definition), definition)
  }
  assert.not.ok(text.includes('Not in the text.'))
  await agent.close()
})

test('the server sends instructions and its title', async (service) => {
  const agent = await connectAgent(service)
  assert.match(agent.getInstructions() ?? '', /glossary of one company/)
  assert.is(agent.getServerVersion()?.title, 'Company glossary')
  await agent.ping()
  await agent.close()
})

test.run()
