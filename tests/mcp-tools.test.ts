import * as assert from 'uvu/assert'
import { call, connectAgent, mcpToken, type Result } from './support/mcp-client.ts'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('MCP tools', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const names = ({ structuredContent }: Result) =>
  ((structuredContent?.items ?? []) as { name: string }[]).map(({ name }) => name)

test('there are four read-only tools with schemas and titles', async (service) => {
  const agent = await connectAgent(service)
  const { tools } = await agent.listTools()
  assert.equal(
    tools.map(({ name }) => name),
    ['get_term', 'search_terms', 'list_terms', 'explain_text'],
  )
  for (const tool of tools) {
    assert.ok(tool.title)
    assert.ok((tool.description ?? '').length > 100)
    assert.is(tool.outputSchema?.type, 'object')
    assert.not.match(JSON.stringify(tool), /"type":"number"/)
    assert.equal(tool.annotations, {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
  }
  await agent.close()
})

test('the parameters and their defaults are those of the contract', async (service) => {
  const agent = await connectAgent(service)
  const { tools } = await agent.listTools()
  const parameters = tools.map(({ inputSchema }) => [
    inputSchema.required,
    Object.entries(inputSchema.properties as Record<string, { default?: unknown }>).map(([name, schema]) => [
      name,
      schema.default,
    ]),
  ])
  assert.equal(parameters, [
    [
      ['name'],
      [
        ['name', undefined],
        ['context', undefined],
      ],
    ],
    [
      ['query'],
      [
        ['query', undefined],
        ['status', 'all'],
        ['limit', 10],
      ],
    ],
    [
      [],
      [
        ['category', 'all'],
        ['status', 'all'],
        ['limit', 50],
        ['offset', 0],
      ],
    ],
    [['text'], [['text', undefined]]],
  ])
  await agent.close()
})

test('get_term finds a term case-insensitively and returns all its fields', async (service) => {
  const owner = await service.person()
  const term = await service.term(owner, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    category: 'Operations',
    definition: 'What we promise.',
  })
  const { structuredContent, content, isError } = await call(service, 'get_term', { name: ' sla ' })
  assert.not.ok(isError)
  assert.equal(structuredContent, {
    id: term.id,
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise.',
    category: 'Operations',
    aliases: [],
    links: [],
    relations: [],
    status: 'pending',
    status_meaning: 'Proposed by an employee and not confirmed yet. Say that it is unconfirmed.',
    vote_count: 0,
    is_stale: false,
    url: `http://localhost:8000/terms/${term.id}`,
    citation: {
      url: `http://localhost:8000/terms/${term.id}?version=1`,
      version: 1,
      status: 'pending',
      last_confirmed_at: term.last_confirmed_at,
    },
    also: [],
    total: 1,
  })
  assert.equal(JSON.parse(content[0]?.text ?? ''), structuredContent, 'text and structured content have the same data')
})

test('get_term returns the most trusted meaning, with the others in also', async (service) => {
  const owner = await service.person('editor')
  await service.term(owner, { name: 'PR', full_name: 'Public Relations' })
  const { id } = await service.term(owner, { name: 'PR', full_name: 'Pull Request' })
  await service.request('POST', `/api/v1/terms/${id}/promote`, { as: owner })
  const { structuredContent } = await call(service, 'get_term', { name: 'PR' })
  assert.is(structuredContent?.full_name, 'Pull Request')
  assert.equal(
    ((structuredContent?.also ?? []) as { full_name: string }[]).map(({ full_name }) => full_name),
    ['Public Relations'],
  )
  assert.is(structuredContent?.total, 2)
})

test('get_term returns an error with similar names for an unknown term', async (service) => {
  const owner = await service.person()
  await service.term(owner, { name: 'Kubernetes' })
  const { isError, content } = await call(service, 'get_term', { name: 'Kuberntes' })
  assert.is(isError, true)
  assert.is(
    content[0]?.text,
    'The glossary has no term "Kuberntes". Do not invent a meaning; tell the user that the glossary does not have it. These are names of other terms with a similar name: "Kubernetes". Look one up only if the user meant it. At http://localhost:8000/t/Kuberntes, a person can ask to be notified when it is added. A person can add the term at http://localhost:8000/terms/new?name=Kuberntes',
  )
})

test('search_terms ranks like REST and counts all matches', async (service) => {
  const owner = await service.person()
  await service.term(owner, { name: 'Deployment window', definition: 'When we ship.' })
  await service.term(owner, { name: 'Freeze', definition: 'No deployment on these days.' })
  await service.term(owner, { name: 'Deployment' })
  const found = await call(service, 'search_terms', { query: 'deployment' })
  assert.equal(names(found), ['Deployment', 'Deployment window', 'Freeze'])
  const limited = await call(service, 'search_terms', { query: 'deployment', limit: 1 })
  assert.equal(names(limited), ['Deployment'])
  assert.is(limited.structuredContent?.total, 3)
  const rest = await service.request('GET', '/api/v1/terms?q=deployment', { as: owner })
  assert.equal(
    rest.body.items.map(({ name }: { name: string }) => name),
    names(found),
  )
  const none = await call(service, 'search_terms', { query: 'deployment', status: 'official' })
  assert.equal(none.structuredContent, { items: [], total: 0 })
})

test('search_terms says if results only have a similar spelling', async (service) => {
  await shelve(service, 'Kubernetes', 'LERTS')
  const word = await call(service, 'search_terms', { query: 'kuberntes' })
  assert.equal(names(word), ['Kubernetes'])
  assert.equal(word.structuredContent?.did_you_mean, ['Kubernetes'])
  const acronym = await call(service, 'search_terms', { query: 'LERTZ' })
  assert.equal(acronym.structuredContent, {
    ...{ items: [], total: 0, did_you_mean: ['LERTS'] },
    note: 'No term is called "LERTZ".',
  })
})

test('list_terms filters by category and status, and supports paging', async (service) => {
  const owner = await service.person()
  for (const name of ['a', 'b', 'c']) await service.term(owner, { name, category: 'Finance' })
  await service.term(owner, { name: 'd', category: 'Sales' })
  assert.equal(names(await call(service, 'list_terms', {})), ['a', 'b', 'c', 'd'])
  const page = await call(service, 'list_terms', { category: 'finance', limit: 2, offset: 1 })
  assert.equal(names(page), ['b', 'c'])
  assert.is(page.structuredContent?.total, 3)
  assert.equal(names(await call(service, 'list_terms', { status: 'suggested' })), [])
  assert.equal(names(await call(service, 'list_terms', { category: 'all', status: 'all' })).length, 4)
})

test('the database connections of the tools reject writes', async ({ databaseUrl }) => {
  const { openDatabase } = await import('../lib/db/database.ts')
  const db = openDatabase(databaseUrl, { readOnly: true })
  try {
    await db.run('jobs/report-stale-terms')
    assert.unreachable()
  } catch (error) {
    const { cause } = error as { cause: { code: string } }
    assert.is(cause.code, '25006', 'read_only_sql_transaction')
  } finally {
    await db.end()
  }
})

test('each of a hundred concurrent calls gets its own result', async (service) => {
  const owner = await service.person()
  const all = Array.from({ length: 20 }, (_, i) => `term-${i}`)
  for (const name of all) await service.term(owner, { name })
  const agents = await Promise.all(Array.from({ length: 5 }, () => connectAgent(service)))
  const responses = await Promise.all(
    agents.flatMap((agent) =>
      all.map(async (name) => {
        const { structuredContent } = await agent.callTool({ name: 'get_term', arguments: { name } })
        return (structuredContent as { name: string }).name === name
      }),
    ),
  )
  assert.is(responses.length, 100)
  assert.ok(responses.every(Boolean))
  await Promise.all(agents.map((agent) => agent.close()))
})

test.run()
