import * as assert from 'uvu/assert'
import { call, mcpToken } from './support/mcp-client.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('what agents cite', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const calls = [
  ['get_term', { name: 'SLA' }],
  ['search_terms', { query: 'SLA' }],
  ['list_terms', {}],
  ['explain_text', { text: 'Our SLA, and QRX.' }],
] as const

/** Kept both: SLA, one of which was edited. */
async function fill(service: TestService) {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement' })
  await service.term(as, { name: 'SLA', full_name: 'Stereolithography Apparatus' })
  const body = { version: 1, definition: 'A promise of availability.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  return { as, id }
}

type Cited = { id: string; citation: Record<string, unknown>; also?: Cited[] }

const termsOf = (result: Record<string, unknown> = {}): Cited[] => {
  if ('also' in result) return [result as unknown as Cited, ...(result.also as Cited[])]
  return (result.items ?? result.terms) as Cited[]
}

test('each term has a citation, whose URL answers with that version', async (service) => {
  const { as, id } = await fill(service)
  for (const [tool, args] of calls) {
    const { structuredContent } = await call(service, tool, args)
    const terms = termsOf(structuredContent)
    assert.is(terms.length, 2, tool)
    for (const term of terms) {
      const { body } = await service.request('GET', `/api/v1/terms/${term.id}`, { as })
      const { version, status, last_confirmed_at } = body
      assert.is(version, term.id === id ? 2 : 1)
      const url = `http://localhost:8000/terms/${term.id}?version=${version}`
      assert.equal(term.citation, { url, version, status, last_confirmed_at }, tool)
      assert.is((await service.request('GET', url.slice(21), { as })).status, 200)
    }
  }
})

test('the text of a result says the same as its structured content', async (service) => {
  await fill(service)
  for (const [tool, args] of calls) {
    const { content, structuredContent } = await call(service, tool, args)
    assert.equal(JSON.parse(content[0]?.text ?? ''), structuredContent, tool)
  }
})

test.run()
