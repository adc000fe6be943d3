import * as assert from 'uvu/assert'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

// Answers for programs that have to read all of them: agents and Slack. tests/array-lists.test.ts has the lists of the
// REST API.
const test = slackGlossary('answers with a maximum size', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

/** Texts of 4,000 characters that become longer as they are sent. */
const definitions: Record<string, string> = {
  'plain text': 'x'.repeat(4000),
  emoji: '🗂'.repeat(4000),
  'quotes and line breaks': '"\n'.repeat(1999).concat('"x'),
  'spaces at the start of lines': `x${'\n   x'.repeat(799)}`,
}

const fill = ({ sql }: SlackTestService, definition: string) => sql`
  insert into terms (name, full_name, definition, category, status, source)
  select 'SLA', 'Meaning ' || i, ${definition}, 'Operations', 'official', 'user'
  from generate_series(1, 50) as i`

for (const [what, definition] of Object.entries(definitions)) {
  test(`50 long meanings of a name fit into answers to agents: ${what}`, async (service) => {
    await fill(service, definition)
    const agent = await connectAgent(service)
    const { structuredContent } = await agent.callTool({ name: 'get_term', arguments: { name: 'SLA' } })
    const { also, total } = structuredContent as { also: unknown[]; total: number }
    // Six definitions of 16 KB fit into 100 KB.
    assert.equal([also.length, total], [what === 'emoji' ? 5 : 9, 50])
    const explained = await agent.callTool({ name: 'explain_text', arguments: { text: `${'SLA '.repeat(9990)}QRX` } })
    const { terms, is_complete } = explained.structuredContent as Record<string, unknown[]>
    assert.ok(terms?.length)
    assert.is(is_complete, false)
    const pages = []
    for (let offset = 0; offset < 50; ) {
      const args = { limit: 100, offset }
      const { structuredContent } = await agent.callTool({ name: 'list_terms', arguments: args })
      pages.push(structuredContent as { items: { full_name: string }[] })
      offset += pages.at(-1)?.items.length || 50
    }
    const listed = pages.flatMap(({ items }) => items.map(({ full_name }) => full_name))
    assert.is(new Set(listed).size, 50)
    const found = await agent.callTool({ name: 'search_terms', arguments: { query: 'SLA', limit: 100 } })
    const { contents } = await agent.readResource({ uri: 'glossary://terms/SLA' })
    assert.match(JSON.stringify(contents), /And \d+ more: <http:\/\/localhost:8000\/\?name=SLA>/)
    const prompt = await agent.getPrompt({
      name: 'explain_jargon',
      arguments: { text: `SLA ${'"\u0001'.repeat(4990)}` },
    })
    assert.match(JSON.stringify(prompt), /Meaning \d.*More terms occur in the text: use get_term/s)
    for (const answer of [contents, prompt, explained.structuredContent, found.structuredContent, ...pages]) {
      assert.ok(Buffer.byteLength(JSON.stringify(answer)) < 200_000, JSON.stringify(answer))
    }
    await agent.close()
  })

  test(`50 long meanings of a name fit into messages in Slack: ${what}`, async (service) => {
    await fill(service, definition)
    await service.colleague('U1')
    // `command` checks the limits of Slack for the size of a message and of its blocks.
    for (const command of ['SLA', 'vote SLA', 'dispute SLA -- Wrong.']) {
      assert.match(read(await service.command('U1', command)), /And 4\d more/, command)
    }
    for (const command of ['list', 'search SLA', 'export']) {
      assert.match(read(await service.command('U1', command)), /50 (official )?terms/, command)
    }
  })
}

test('small answers to agents have everything', async (service) => {
  const owner = await service.person()
  for (const full_name of ['One', 'Two']) await service.term(owner, { name: 'SLA', full_name })
  const agent = await connectAgent(service)
  const { contents } = await agent.readResource({ uri: 'glossary://terms/SLA' })
  for (const full_name of ['One', 'Two']) {
    assert.match(JSON.stringify(contents), new RegExp(`\\*\\*${full_name}\\*\\*`))
  }
  assert.not.match(JSON.stringify(contents), /more/)
  await agent.close()
})

test('a completion has at most 100 names', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Name ' || i, 'One of many.', 'pending', 'user' from generate_series(1, 150) as i`
  const agent = await connectAgent(service)
  const { completion } = await agent.complete({
    ref: { type: 'ref/resource', uri: 'glossary://terms/{name}' },
    argument: { name: 'name', value: 'name' },
  })
  assert.equal([completion.values.length, completion.total, completion.hasMore], [100, 150, true])
  await agent.close()
})

test.run()
