import * as assert from 'uvu/assert'
import { call, mcpToken } from './support/mcp-client.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('the lookup of get_term', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test('get_term returns at most 9 other meanings and the number of all', async (service) => {
  const owner = await service.person()
  for (let i = 0; i < 12; i++) await service.term(owner, { name: 'PM', full_name: `Meaning ${i}` })
  const { structuredContent } = await call(service, 'get_term', { name: 'PM' })
  assert.is(((structuredContent?.also ?? []) as unknown[]).length, 9)
  assert.is(structuredContent?.total, 12)
})

test('get_term finds plurals, questions, aliases and full names, and says what matched', async (service) => {
  const owner = await service.person()
  const promise = { name: 'uptime promise', kind: 'discouraged' } as const
  await service.term(owner, {
    name: 'SLO',
    full_name: 'Service Level Objective',
    aliases: ['uptime goal', promise, { name: 'SOL', kind: 'misspelling' }],
  })
  const fullName = { name: 'Service Level Objective', kind: 'full_name' }
  const expected: [name: string, matched: unknown, advice?: string][] = [
    ['SLOs', undefined],
    ['what is an SLO?', undefined],
    ['uptime goals', { name: 'uptime goal', kind: 'alias' }],
    ['service-level objective', fullName],
    ['Uptime Promise', promise, 'Say "SLO", not "uptime promise".'],
  ]
  for (const [name, matched, advice] of expected) {
    const { structuredContent } = await call(service, 'get_term', { name })
    assert.is(structuredContent?.name, 'SLO', name)
    assert.equal(structuredContent?.matched, matched, name)
    assert.is(structuredContent?.advice, advice, name)
    assert.equal(structuredContent?.aliases, [{ name: 'uptime goal', kind: 'alias' }, promise])
  }
})

test('the context decides which meaning get_term returns first', async (service) => {
  const owner = await service.person()
  const laser = { full_name: 'Stereolithography Apparatus', definition: 'Cures resin by laser.' }
  await service.term(owner, { name: 'SLA', full_name: 'Service Level Agreement' })
  await setStatus(service, (await service.sql`select id from terms`)[0]?.id, 'official')
  await service.term(owner, { name: 'SLA', ...laser })
  const first = async (context?: string) => {
    const { structuredContent } = await call(service, 'get_term', { name: 'SLA', context })
    return structuredContent?.full_name
  }
  assert.is(await first(), 'Service Level Agreement')
  assert.is(await first('The laser of the SLA\ncures the resin.'), laser.full_name)
})

test('the URL to add an unknown term has the name in the question', async (service) => {
  const { isError, content } = await call(service, 'get_term', { name: 'what does R&D mean?' })
  assert.is(isError, true)
  assert.match(content[0]?.text ?? '', 'The glossary has no term "R&D".')
  assert.match(content[0]?.text ?? '', /\/terms\/new\?name=R%26D$/)
})

test.run()
