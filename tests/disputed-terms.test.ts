import * as assert from 'uvu/assert'
import { bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

// While a dispute is open, every surface says what the term was before (contract, section 16).
const test = slackGlossary('what was official before a dispute', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const was = 'Disputed (was Official, 13 votes)'
const before_dispute = { status: 'official', vote_count: 13 }

async function disputed(service: SlackTestService) {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'What we promise.' })
  await setStatus(service, id, 'official', 13)
  const reporter = await service.person()
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: reporter, body: {} })
  return { as, id, reporter }
}

test('pages say so: that of the term, of the word, of searches and of the review queue', async (service) => {
  const { as, id } = await disputed(service)
  for (const path of [`/terms/${id}`, '/t/SLA', '/?q=promise', '/review']) {
    const { text } = await service.request('GET', path, { headers: cookie(as) })
    assert.match(text, was, path)
    assert.not.match(text, 'Not yet confirmed by others', path)
  }
})

test('the API and embed keys have it, and nothing of it once the dispute is resolved', async (service) => {
  const { as, id } = await disputed(service)
  const { key } = await embedKey(service, await service.person('admin'))
  const explained = async () => {
    const headers = { ...bearer(key), origin: wiki }
    const body = { text: 'Our SLA.' }
    return (await service.request('POST', '/api/v1/explain', { headers, body })).body.terms[0]
  }
  const term = async () => (await service.request('GET', `/api/v1/terms/${id}`, { as })).body
  assert.equal([(await term()).status, (await term()).before_dispute], ['pending', before_dispute])
  assert.equal((await explained()).before_dispute, before_dispute)

  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })
  const resolution = { resolution: 'upheld' }
  await service.request('POST', `/api/v1/disputes/${body[0].id}/resolve`, { as, body: resolution })
  assert.equal([(await term()).status, (await term()).before_dispute], ['pending', null])
  assert.not.ok('before_dispute' in (await explained()))
})

test('Slack says so in a definition and in a list', async (service) => {
  await disputed(service)
  await service.colleague('U1')
  assert.match(read(await service.command('U1', 'SLA')), `${was} · 0 votes`)
  assert.match(read(await service.command('U1', 'search promise')), `_${was}_`)
})

test('agents learn it, and that they have to say so', async (service) => {
  await disputed(service)
  const { structuredContent } = await call(service, 'get_term', { name: 'SLA' })
  assert.equal(structuredContent?.before_dispute, before_dispute)
  assert.match(`${structuredContent?.status_meaning}`, /reported a problem.*Say that it is disputed/)
})

test('a term that had no status to lose is only disputed', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: {} })
  const { text } = await service.request('GET', `/terms/${id}`, { headers: cookie(as) })
  assert.match(text, /status disputed">Disputed<[\s\S]*status pending/)
})

test('no editor is offered to approve a term beside an open report', async (service) => {
  const { as, id } = await disputed(service)
  const page = () => service.request('GET', `/terms/${id}`, { headers: cookie(as) })
  assert.not.match((await page()).text, 'Approve as')
  await service.sql`update terms set status = 'community', vote_count = 20 where id = ${id}`
  assert.not.match((await page()).text, 'Make official')
})

test.run()
