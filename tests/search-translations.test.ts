import * as assert from 'uvu/assert'
import { bind } from '../lib/db/statements.ts'
import { apiToken } from './support/credentials.ts'
import { connectAgent } from './support/mcp-client.ts'
import { callsOf } from './support/statements.ts'
import {
  glossary,
  openTestService,
  type Person,
  send,
  type TestService,
  threeLanguages,
} from './support/test-service.ts'

const test = glossary('searching translations', threeLanguages)

/** Adds a term with translations, a text for each language. */
async function add({ term, request }: TestService, as: Person, name: string, texts: Record<string, object>) {
  const { id } = await term(as, { name, definition: `What ${name} means.` })
  for (const [language, text] of Object.entries(texts)) {
    const path = `/api/v1/terms/${id}/translations/${language}`
    const { status } = await request('PUT', path, { as, body: { version: 1, ...text } })
    assert.is(status, 201)
  }
  return id
}

const names = async ({ request }: TestService, as: Person, q: string, filter = '') => {
  const { body } = await request('GET', `/api/v1/terms?q=${encodeURIComponent(q)}${filter}`, { as })
  return body.did_you_mean
    ? `did you mean ${body.did_you_mean}`
    : body.items.map(({ name }: Person & { name: string }) => name)
}

test('the words of translations are found, in every language of the glossary', async (service) => {
  const as = await service.person()
  await add(service, as, 'SLA', {
    de: { definition: 'Was wir Händlern im Vertrag zusagen.', full_name: 'Dienstgütevereinbarung' },
    fr: { definition: 'Ce que nous promettons aux commerçants.' },
  })
  await add(service, as, 'SLO', { de: { definition: 'Ein Ziel, das strenger ist als der Vertrag.' } })
  const found = (q: string, filter?: string) => names(service, as, q, filter)
  assert.equal(await found('Händlern'), ['SLA'])
  assert.equal(await found('vertrag HÄNDLERN'), ['SLA'], 'in any order and case')
  assert.equal(await found('Dienstgütevereinbarung'), ['SLA'], 'a full name')
  assert.equal(await found('commerçants'), ['SLA'])
  assert.equal(await found('Vertrag'), ['SLA', 'SLO'])
  assert.equal(await found('Vertrag', '&lang=fr'), ['SLA', 'SLO'], 'whatever the answer is in')
  assert.equal(await found('Vertrag', '&status=official'), [])
  assert.equal(await found('Vertrag', '&category=Law'), [])
})

test('words that nobody has translated find nothing', async (service) => {
  const as = await service.person()
  const id = await add(service, as, 'SLA', {
    de: { definition: 'Was wir Händlern zusagen.' },
    fr: { definition: 'Ce que nous promettons.' },
  })
  for (const q of ['Lieferschein', 'Händlern Lieferschein', 'Händlern promettons', 'Händl', 'zusagenden'])
    assert.equal(await names(service, as, q), [], q)
  const path = `/api/v1/terms/${id}/translations/de`
  assert.is((await service.request('DELETE', path, { as })).status, 204)
  assert.equal(await names(service, as, 'Händlern'), [])
})

test('what the term itself says comes before what its translations say', async (service) => {
  const as = await service.person()
  await add(service, as, 'Abc', { de: { definition: 'Ein Label auf dem Paket.' } })
  await service.term(as, { name: 'Xyz', definition: 'Prints a label.' })
  await service.term(as, { name: 'Label', definition: 'What is stuck on it.' })
  assert.equal(await names(service, as, 'label'), ['Label', 'Xyz', 'Abc'])
})

test('translations of terms that are gone, and into languages that the glossary no longer has, are not found', async (service) => {
  const as = await service.person('editor')
  const id = await add(service, as, 'SLA', { de: { definition: 'Versprechen.' } })
  await service.sql`update translations set language = 'it'`
  assert.equal(await names(service, as, 'Versprechen'), [])
  await service.sql`update translations set language = 'fr'`
  assert.equal(await names(service, as, 'Versprechen'), ['SLA'])
  assert.is((await service.request('DELETE', `/api/v1/terms/${id}`, { as })).status, 204)
  assert.equal(await names(service, as, 'Versprechen'), [])
})

test('pages, agents and what is still being typed find them, too', async (service) => {
  const as = await service.person()
  await add(service, as, 'SLA', { de: { definition: 'Was wir Händlern zusagen.' } })
  const cookie = `user_id=${as.session}`
  for (const part of [{}, { 'hx-request': 'true', 'hx-target': 'quick-results' }] as Record<string, string>[]) {
    const { text } = await service.request('GET', '/?q=H%C3%A4ndlern', { headers: { cookie, ...part } })
    assert.match(text, 'What SLA means.')
  }
  const agent = await connectAgent(service, (await apiToken(service, as, ['read'])).token)
  const { structuredContent } = await agent.callTool({ name: 'search_terms', arguments: { query: 'Händlern' } })
  await agent.close()
  assert.match(JSON.stringify(structuredContent), 'What SLA means.')
})

/** Which indexes a search reads, and how often. */
async function indexesRead({ service, as }: { service: TestService; as: Person }, q: string) {
  const calls = await callsOf(service, async (app) => {
    assert.is((await send(app, 'GET', `/api/v1/terms?q=${q}`, { as })).status, 200)
  })
  const call = calls.find(({ name }) => name === 'lookup/search')
  assert.ok(call)
  const { text, values } = bind(call.name, call.params)
  const rows = await service.sql.unsafe(`explain (analyze, format json) ${text}`, values as never)
  const read: Record<string, number> = {}
  const walk = (plan: { [key: string]: unknown; Plans?: (typeof plan)[] }) => {
    const relation = String(plan['Index Name'] ?? plan['Relation Name'])
    if (/translations/.test(relation)) read[relation] = Number(plan['Actual Loops'])
    plan.Plans?.forEach(walk)
  }
  walk(rows[0]?.['QUERY PLAN'][0].Plan)
  return read
}

for (const [languages, loops] of [
  ['en', 0],
  ['en,de,fr', 1],
] as const) {
  test(`a search in ${languages} reads translations ${loops} times, by their index`, async () => {
    const { service, close } = await openTestService({ SERVICE_LANGUAGES: languages })
    try {
      await service.sql`
        with added as (
          insert into terms (name, definition, status, source)
          select 'Term ' || i, 'What number ' || i || ' means.', 'official', 'import' from generate_series(1, 3000) as i
          returning id, name
        )
        insert into translations (term_id, language, definition)
        select id, language, 'Was ' || name || ' bedeutet.' from added, unnest(array['de', 'fr']) as language`
      await service.sql`vacuum analyze terms, translations`
      const read = await indexesRead({ service, as: await service.person() }, 'bedeutet+77')
      assert.equal(Object.values(read), Object.values(read).fill(loops))
      assert.ok('translations_search_idx' in read, JSON.stringify(read))
    } finally {
      await close()
    }
  })
}

test.run()
