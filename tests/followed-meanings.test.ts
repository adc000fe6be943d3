import * as assert from 'uvu/assert'
import { apiToken, embedKey, wiki } from './support/credentials.ts'
import { connectAgent, mcpToken, type Result } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'
import type { Person } from './support/test-service.ts'

const test = slackGlossary('meanings in categories that the reader follows', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test.before.each(async (service) => {
  const ada = await service.person()
  for (const [full_name, status] of [
    ['Accounts Ready Register', 'official'],
    ['Operations Relay', 'community'],
    ['Finance Revenue', 'pending'],
  ] as const) {
    const [category = ''] = full_name.split(' ')
    const { id } = await service.term(ada, {
      name: 'ARR',
      full_name,
      category: category === 'Accounts' ? null : category,
      definition: `About ${full_name.toLowerCase()}.`,
    })
    await setStatus(service, id, status)
  }
})

const inText = /Accounts Ready Register|Operations Relay|Finance Revenue/g
const orderIn = (text: string) => [...new Set(text.match(inText))].map((name) => name.split(' ')[0]?.[0]).join('')
const reasonIn = (text: string) => /First because you follow (?:\*|<b>)?(\w+)/.exec(text)?.[1]

type Seen = [order: string, reason: string | undefined]

/** What each surface shows a reader for ARR: the order of the meanings, and why it is so. */
const surfaces: Record<string, (service: SlackTestService, as: Person, slackId: string) => Promise<Seen>> = {
  async REST(service, as) {
    const { body } = await service.request('GET', '/api/v1/lookup?q=arr', { as })
    const list = await service.request('GET', '/api/v1/terms?q=arr', { as })
    const text = { text: 'Our ARR.' }
    const explained = await service.request('POST', '/api/v1/explain', { as, body: text })
    const names = body.terms.map((term: { full_name: string }) => term.full_name)
    assert.is(orderIn(list.text), orderIn(names.join()), 'a search')
    assert.equal(
      explained.body.matches[0].term_ids,
      body.terms.map(({ id }: { id: string }) => id),
      'an explanation',
    )
    return [orderIn(names.join()), body.followed_category]
  },
  async page(service, as) {
    const { text } = await service.request('GET', '/t/ARR', { as })
    const home = await service.request('GET', '/?q=ARR', { as })
    const seen: Seen = [orderIn(text), reasonIn(text)]
    assert.equal([orderIn(home.text), reasonIn(home.text)], seen, 'the home page')
    return seen
  },
  async Slack(service, _, slackId) {
    const answer = read(await service.command(slackId, 'ARR', { channel_id: 'D1' }))
    return [orderIn(answer), reasonIn(answer)]
  },
  async MCP(service, as) {
    const { token } = await apiToken(service, as)
    const agent = await connectAgent(service, token)
    await agent.listTools()
    const call = { name: 'get_term', arguments: { name: 'ARR' } }
    const { structuredContent = {} } = (await agent.callTool(call)) as Result
    const reason = structuredContent.followed_category as string | undefined
    await agent.close()
    return [orderIn(JSON.stringify(structuredContent)), reason]
  },
}

/** Readers, by what they follow. */
const readers: [follows: string[], ...Seen][] = [
  [[], 'AOF', undefined],
  [['finance'], 'FAO', 'Finance'],
  [['OPERATIONS'], 'OAF', 'Operations'],
  [['Finance', 'Operations'], 'OFA', 'Operations'],
  [['Sales'], 'AOF', undefined],
]

for (const [surface, ask] of Object.entries(surfaces)) {
  test(`${surface}: what the reader follows comes first, and the same meanings are there`, async (service) => {
    for (const [index, [follows, order, reason]] of readers.entries()) {
      const as = await service.colleague(`U${index}`)
      for (const name of follows) await service.request('PUT', `/api/v1/categories/${name}/follow`, { as })
      const [seen, said] = await ask(service, as, `U${index}`)
      assert.equal([seen, said?.toLowerCase()], [order, reason?.toLowerCase()], follows.join())
    }
  })
}

test('a given category, a text that decides and a name before an alias count more', async (service) => {
  const as = await service.person()
  await service.request('PUT', '/api/v1/categories/Finance/follow', { as })
  const first = async (query: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?${query}`, { as })
    return [body.terms[0].full_name, body.followed_category]
  }
  assert.equal(await first('q=ARR&category=operations'), ['Operations Relay', undefined])
  assert.equal(await first('q=ARR&text=the+relay+of+operations+ARR'), ['Operations Relay', undefined])
  assert.equal(await first('q=what+does+ARR+mean+here'), ['Finance Revenue', 'Finance'])
  await service.term(as, { name: 'ZQZ', full_name: 'Finance Alias', category: 'Finance', aliases: ['QQZ'] })
  await service.term(as, { name: 'QQZ', full_name: 'Plain Name' })
  assert.equal(await first('q=QQZ'), ['Plain Name', undefined])
})

test('nobody is asked in a channel, with the shared token, by a website, or in an export', async (service) => {
  const as = await service.colleague('U1', 'admin')
  for (const name of ['Finance', 'Operations'])
    await service.request('PUT', `/api/v1/categories/${name}/follow`, { as })
  const inChannel = read(await service.command('U1', 'ARR'))
  assert.equal([orderIn(inChannel), reasonIn(inChannel)], ['AOF', undefined])
  const agent = await connectAgent(service)
  const call = { name: 'get_term', arguments: { name: 'ARR' } }
  assert.is(orderIn(JSON.stringify(await agent.callTool(call))), 'AOF')
  await agent.close()
  const { key } = await embedKey(service, as)
  const headers = { authorization: `Bearer ${key}`, origin: wiki }
  const body = { text: 'Our ARR.' }
  const explained = await service.request('POST', '/api/v1/explain', { headers, body })
  const names = explained.body.matches[0].term_ids.map(
    (id: string) => explained.body.terms.find((term: { id: string }) => term.id === id).full_name,
  )
  assert.is(orderIn(names.join()), 'AOF')
  const path = '/api/v1/export?format=json&status=all'
  assert.is(orderIn((await service.request('GET', path, { as })).text), 'AFO')
})

test.run()
