import * as assert from 'uvu/assert'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('the rule for agents', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

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
    assert.match(
      text.slice(0, 300),
      /pass the message .* to explain_text.*"account", "active user" or "churn"/,
    )
    assert.ok(text.length <= 1800, `${text.length}: ${text.slice(0, 50)}`)
  }
  await service.term(await service.person(), { name: 'churn' })
  assert.equal(await read(), texts, 'the texts never depend on the glossary')
})

test.run()
