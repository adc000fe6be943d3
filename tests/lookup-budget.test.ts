import * as assert from 'uvu/assert'
import { createNameSet } from '../lib/lookup/in-texts/name-set.ts'
import { tokenize, tokenizeInTurns } from '../lib/lookup/in-texts/text-to-tokens.ts'
import { createKnownNames } from '../lib/lookup/names-in-memory.ts'
import { cookie } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { longestTurnMs } from './support/longest-turn.ts'
import { leastMs } from './support/processor-time.ts'
import { generator } from './support/random.ts'
import { callsOf, rowsRead } from './support/statements.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'

// Thousands of names that are equal without punctuation cost nobody more than a few (contract, sections 3 and 18).
const test = glossary('the budget of a lookup')

const signs = ['', ...'!?/.,:;_-*()"%@']

/** 4,096 spellings of SLA, and 704 with one more sign. */
const spellings = signs
  .flatMap((a) => signs.flatMap((b) => signs.map((c) => `S${a}L${b}A${c}`)))
  .flatMap((name, i) => (i % 5 === 1 && i < 3520 ? [name, `${name}~`] : [name]))

/** Adds a term for each of these names, as its alias or its full name. */
const addTerms = ({ sql }: TestService, kind: 'alias' | 'full_name', names: string[]) => sql`
  insert into terms (name, full_name, aliases, definition, status, source)
  select
    'term ' || n.i, case when ${kind} = 'full_name' then n.name end,
    case when ${kind} = 'alias' then jsonb_build_array(jsonb_build_object('name', n.name, 'kind', 'alias')) else '[]' end,
    'One of many.', 'pending', 'import'
  from jsonb_array_elements_text(${sql.json(names)}) with ordinality as n (name, i)`

/** How many names the lookups of a request read, and how many names they ask for. */
async function effortOf(service: TestService, method: string, path: string, options: object) {
  const calls = await callsOf(service, async (app) => {
    const { status } = await send(app, method, path, options)
    assert.is(status, 200, path)
  })
  const lookups = calls.filter(({ name }) => name === 'lookup/names-by-key')
  assert.ok(lookups.length > 0, path)
  const rows = await Promise.all(lookups.map((call) => rowsRead(service, call, 'term_names')))
  return { rows: Math.max(...rows), names: Math.max(...lookups.map(({ params }) => (params.names as string[]).length)) }
}

const page = (as: Person) => ({ headers: { ...cookie(as), accept: 'text/html' } })

for (const kind of ['alias', 'full_name'] as const) {
  test(`of 4,800 spellings that are the ${kind} of a term, a lookup reads 200`, async (service) => {
    const as = await service.person()
    assert.is(spellings.length, 4800)
    await addTerms(service, kind, spellings)
    const { id } = await service.term(as, { name: 'SLA', definition: 'See SLA and S.L.A.' })
    await service.ctx.names.read()
    const { rows } = await effortOf(service, 'GET', '/api/v1/lookup?q=SLA', { as })
    assert.ok(rows >= 200 && rows <= 250, `${rows} rows`)
    const { body } = await service.request('GET', '/api/v1/lookup?q=SLA', { as })
    assert.equal([body.match, body.terms[0].id], ['exact', id])
    const explained = await effortOf(service, 'POST', '/api/v1/explain', {
      as,
      body: { text: spellings.slice(0, 3000).join(' x '), format: 'text' },
    })
    assert.ok(explained.rows <= 250, `${explained.rows} rows`)
    const shown = await effortOf(service, 'GET', `/terms/${id}`, page(as))
    assert.ok(shown.rows <= 250, `${shown.rows} rows`)
  })
}

for (const signs of ['!?.,:+=*~^ ', '!?.,:+=*~^a']) {
  test(`nobody waits for full names that are windows of one text of ${signs}`, async (service) => {
    const as = await service.person()
    const random = generator(1)
    const text = Array.from({ length: 1000 }, () => signs[Math.floor(11 * random())]).join('')
    const windows = Array.from({ length: 500 }, (_, i) => text.slice(i, i + 290))
    await addTerms(service, 'full_name', windows)
    const { id } = await service.term(as, { name: 'X', definition: text })
    const body = { text: text.repeat(50) }
    const explain = () => service.request('POST', '/api/v1/explain', { as, body })
    const show = () => service.request('GET', `/terms/${id}`, page(as))
    const readNames = () => createKnownNames(service.ctx.db, new AbortController().signal).read()
    for (const work of [readNames, explain, show]) {
      const longest = await leastMs(150, () => longestTurnMs(work))
      assert.ok(longest < 150, `${work.name}: ${longest} ms`)
    }
  })
}

test('the links of a page ask for at most 500 candidates and read at most 2,000 names', async (service) => {
  const as = await service.person()
  const random = generator(1)
  const text = Array.from({ length: 2300 }, () => '!?/.,:;_-*()"%@a'[Math.floor(16 * random())]).join('')
  const windows = Array.from({ length: 2000 }, (_, i) => text.slice(i, i + 290))
  await addTerms(service, 'full_name', windows)
  const { id } = await service.term(as, { name: 'X', definition: text })
  await eventually('the names are loaded', async () => {
    await service.ctx.names.read() // for two seconds at most
    return service.ctx.names.readIfLoaded() !== null
  })
  const shown = await effortOf(service, 'GET', `/terms/${id}`, page(as))
  assert.ok(shown.names <= 500 && shown.rows <= 2000, JSON.stringify(shown))
  const body = { text: text.repeat(8) }
  const explained = await effortOf(service, 'POST', '/api/v1/explain', { as, body })
  assert.ok(explained.names <= 2000 && explained.rows <= 10_000, JSON.stringify(explained))
})

test('many names that are each shared by many terms are read up to the budget', async (service) => {
  const as = await service.person()
  const names = Array.from({ length: 100 }, (_, i) => `name ${i}`)
  await service.sql`
    insert into terms (name, aliases, definition, status, source)
    select
      'term ' || t,
      (
        select jsonb_agg(jsonb_build_object('name', 'name ' || (t + a) % 100, 'kind', 'alias'))
        from generate_series(1, 20) as a
      ),
      'One of many.', 'pending', 'import'
    from generate_series(1, 600) as t`
  const body = { text: names.join(', ') }
  const { rows } = await effortOf(service, 'POST', '/api/v1/explain', { as, body })
  assert.is(rows, 10_000)
})

test('a long text is split into tokens in turns, in which others are served', async () => {
  let turns = 0
  let timer = setImmediate(function count() {
    turns++
    timer = setImmediate(count)
  })
  const text = Array.from({ length: 12_500 }, (_, i) => `漢${i} `).join('')
  const tokens = await tokenizeInTurns(text)
  clearImmediate(timer)
  assert.ok(turns >= 5, `${turns} turns`)
  assert.equal(tokens, tokenize(text))
})

test('millions of signs without an end are read, as the one line of a minified file has them', () => {
  for (const sign of ['a', ' ', '\0']) {
    const tokens = tokenize(`${sign.repeat(5 * 1024 ** 2)}\nSLA`)
    assert.equal(tokens.at(-1)?.hash, tokenize('SLA')[0]?.hash)
  }
})

test('where long names begin everywhere, the rest of a text is not read', () => {
  const names = createNameSet()
  names.add('a!'.repeat(145))
  const countIn = (length: number) => [...names.find(tokenize('a!'.repeat(length / 2)))].length
  assert.is(countIn(290), 1)
  assert.ok(countIn(40_000) < 32 * (40_000 / 290), 'the number of comparisons')
})

test.run()
