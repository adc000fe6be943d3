import * as assert from 'uvu/assert'
import { call, mcpToken } from './support/mcp-client.ts'
import { plainSentences } from './support/plain-sentences.ts'
import { shelve } from './support/search.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// Ordinary talk gets no suggestion (contract, section 13).
const test = glossary('what is suggested', { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_MCP_BEARER_TOKEN: mcpToken })

const stock = (service: TestService) =>
  shelve(
    service,
    ...[
      { name: 'SLA', full_name: 'Service Level Agreement' },
      { name: 'Dispatch', definition: 'Sends the riders.' },
      { name: 'ARR', full_name: 'Annual Recurring Revenue' },
      { name: 'GHD', full_name: 'Global Help Desk' },
      { name: 'Kubernetes' },
      { name: 'WISMO', full_name: 'Where is my order' },
      { name: 'GC/MS' },
      { name: 'GCM', full_name: 'General Cargo Manifest' },
    ],
  )

async function lookUp({ request }: TestService, as: Person, q: string) {
  const { body } = await request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
  const names = body.terms.map((term: { name: string }) => term.name)
  return { match: body.match, names, first: names[0], did_you_mean: body.did_you_mean }
}

test('talk gets no suggestion, and a typo of a name still does', async (service) => {
  const as = await stock(service)
  const talk = ['totally agree', 'nice catch, thank you', 'reverse logistics', ...plainSentences]
  const suggested: string[] = []
  for (const q of talk) {
    const { did_you_mean } = await lookUp(service, as, q)
    if (did_you_mean.length > 0) suggested.push(`${q} → ${did_you_mean}`)
  }
  assert.ok(suggested.length <= 2, suggested.join('\n'))
  for (const [q, name] of [
    ['kubernets', 'Kubernetes'],
    ['was ist kubernets', 'Kubernetes'],
    ['Dispach', 'Dispatch'],
    ['what is Kubernetis used for', 'Kubernetes'],
  ] as const) {
    assert.is((await lookUp(service, as, q)).did_you_mean[0], name, q)
  }
  assert.equal((await lookUp(service, as, 'the SLA of kubernets')).did_you_mean, [], 'a name stands there as written')
})

test('a capital S behind capitals belongs to the name, a small one is a plural', async (service) => {
  const as = await stock(service)
  assert.is((await lookUp(service, as, 'GCMS')).first, 'GC/MS')
  assert.equal((await lookUp(service, as, 'GCMs')).names, ['GCM'])
  for (const q of ['who runs the GCMS today?', 'GCMS process', 'was ist GCMS?'])
    assert.equal((await lookUp(service, as, q)).names, ['GC/MS'], q)
  for (const q of ['who runs the GCMs today?', 'who runs the gcms today?'])
    assert.equal((await lookUp(service, as, q)).names, ['GCM'], q)
  assert.equal((await lookUp(service, as, 'gcms')).names, ['GCM', 'GC/MS'], 'in small letters it can be both')
  for (const q of ['gcm', 'g-cms'])
    assert.equal((await lookUp(service, as, q)).names, q === 'gcm' ? ['GCM'] : ['GC/MS'])
})

test('an unfinished question finds the names that begin with its name', async (service) => {
  const as = await stock(service)
  for (const q of ['what is wis', "what's a Wism", 'define wismo']) {
    const { body } = await service.request('GET', `/api/v1/terms?${new URLSearchParams({ q })}`, { as })
    assert.is(body.items[0]?.name, 'WISMO', q)
  }
})

test('an agent that describes a term is told to search, and not of similar names', async (service) => {
  await stock(service)
  const textOf = async (name: string) => {
    const { content } = await call(service, 'get_term', { name })
    return (content as { text: string }[])[0]?.text ?? ''
  }
  assert.match(await textOf('the desk that helps people globaly'), /Use search_terms/)
  assert.not.match(await textOf('the desk that helps people globaly'), /similar name/)
  assert.match(await textOf('kubernets'), /similar name: "Kubernetes"/)
  assert.not.match(await textOf('kubernets'), /search_terms/)
})

test.run()
