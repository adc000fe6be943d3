import * as assert from 'uvu/assert'
import { call, mcpToken } from './support/mcp-client.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('MCP explain_text', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test('explain_text finds what REST finds, and returns terms as other tools do', async (service) => {
  const as = await service.person()
  const promise = { name: 'uptime promise', kind: 'discouraged' }
  const { id } = await service.term(as, { name: 'SLO', aliases: [promise] })
  await service.term(as, { name: 'SLA', full_name: 'Stereolithography Apparatus' })
  const sla = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement' })
  await setStatus(service, sla.id, 'official')
  const text = 'Our SLAs 🗂 have an Uptime  promise.\nThe SLA says QRX.'
  const { structuredContent, content } = await call(service, 'explain_text', { text })
  const rest = await service.request('POST', '/api/v1/explain', { as, body: { text } })
  const { matches, terms, unknown, is_complete } = structuredContent as Record<string, object[]>
  const advice = 'Say "SLO", not "uptime promise".'
  assert.equal(
    matches,
    rest.body.matches.map((match: { term_ids: string[] }) => (match.term_ids[0] === id ? { ...match, advice } : match)),
  )
  assert.is(matches?.length, 3)
  assert.equal(
    unknown,
    rest.body.unknown.map((part: { text: string }) => ({
      ...part,
      add_url: `http://localhost:8000/terms/new?name=${part.text}`,
    })),
  )
  assert.is(is_complete, true)
  const { structuredContent: single } = await call(service, 'get_term', { name: 'SLO' })
  const { also, total, ...slo } = single ?? {}
  assert.equal(terms?.[1], slo, 'the best meanings of all names come first')
  assert.equal(
    terms?.map((term) => 'full_name' in term && term.full_name),
    ['Service Level Agreement', null, 'Stereolithography Apparatus'],
  )
  assert.equal(JSON.parse(content[0]?.text ?? ''), structuredContent)
})

test('a text without names has an empty explanation', async (service) => {
  for (const text of ['', 'Nothing here.', '\u0000 \ud800']) {
    const { structuredContent } = await call(service, 'explain_text', { text })
    assert.equal(structuredContent, {
      ...{ matches: [], terms: [], unknown: [], is_complete: true },
      note: 'Use search_terms to search definitions.',
    })
  }
})

test('a text may have 50,000 characters of any kind, but no more', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const text = `${'語'.repeat(49_995)} SLA.`
  const { structuredContent } = await call(service, 'explain_text', { text })
  assert.is((structuredContent as { matches: object[] }).matches.length, 1)
  const refused = await call(service, 'explain_text', { text: `${text}!` })
  assert.is(refused.isError, true)
  assert.is(
    refused.content[0]?.text,
    'Invalid arguments for explain_text: text must be at most 50,000 characters (UTF-16 units) long.',
  )
  const missing = await call(service, 'explain_text', {})
  assert.is(missing.content[0]?.text, 'Invalid arguments for explain_text: text is required.')
})

test('a text without a name has a short answer', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const { content } = await call(service, 'explain_text', { text: 'Thanks for the talk today! '.repeat(18) })
  const text = (content as { text: string }[]).map((part) => part.text).join('')
  assert.ok(text !== '' && text.length <= 120, text)
})

test('explain_text finds verb forms and code names, and a search says that nobody has a name', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'swarm' })
  await service.term(as, { name: 'R&D', full_name: 'Research and Development' })
  const { structuredContent } = await call(service, 'explain_text', { text: 'We swarmed it for Project Larch in r&d.' })
  const { matches, unknown, note } = structuredContent as Record<string, { text: string; is_guess?: boolean }[]>
  assert.equal(
    matches?.map(({ text, is_guess }) => [text, is_guess]),
    [['swarmed', true]],
  )
  assert.equal(
    unknown?.map(({ text }) => text),
    ['Project Larch'],
  )
  assert.is(note, undefined)
  for (const [query, expected] of [
    ['Larch', 'No term is called "Larch".'],
    ['what is Wisteria?', 'No term is called "Wisteria".'],
    ['R&D', undefined],
    ['research and devlopment', undefined],
    ['where people research new machines and materials', undefined],
  ]) {
    const { structuredContent: answer } = await call(service, 'search_terms', { query: query ?? '' })
    assert.is(answer?.note, expected, query)
  }
})

test.run()
