import { parse } from 'csv-parse/sync'
import * as assert from 'uvu/assert'
import { toStream } from '../lib/export/respond.ts'
import { Problem } from '../lib/problem.ts'
import type { Status, Term } from '../lib/schemas/term.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('export')
const types = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}
const formats = Object.keys(types) as (keyof typeof types)[]

const exported = ({ request }: TestService, as: Person, query: Record<string, unknown> = {}) =>
  request('GET', `/api/v1/export?${new URLSearchParams(query as Record<string, string>)}`, { as })

/** Inserts terms named `term 0001`, `term 0002` and so on. */
const insertTerms = ({ sql }: TestService, count: number, status: Status = 'official') => sql`
  insert into terms (name, definition, status, source)
  select 'term ' || to_char(n, 'FM0000'), 'What it means.', ${status}, 'import'
  from generate_series(1, ${count}::integer) n`

/** Parses CSV whose lines end with CR LF. */
const rows = (text: string): Term[] => parse(text, { columns: true, record_delimiter: '\r\n' })

/** The names in a document of any format. */
function names({ text, body, headers }: Answer): string[] {
  const type = headers.get('content-type')
  if (type === types.json) return body.map(({ name }: Term) => name)
  if (type === types.csv) return rows(text).map(({ name }) => name)
  return [...text.matchAll(/^## (.*) \(\w+\)$/gm)].map(([, name = '']) => name)
}

test('Markdown has one heading per term, followed by full name, definition, other names and category', async (service) => {
  const as = await service.person()
  await service.term(as, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise.\n\nIn writing.',
    category: 'Operations',
    aliases: [
      ...['service contract', '*promise*'],
      { name: 'SAL', kind: 'misspelling' },
      { name: 'uptime promise', kind: 'discouraged' },
    ],
  })
  await service.term(as, { name: 'KPI', definition: 'A number\nwe watch.' })
  const { status, headers, text } = await exported(service, as, { status: 'all' })
  assert.is(status, 200)
  assert.is(headers.get('content-type'), types.markdown)
  assert.is(
    text,
    `# Glossary

## KPI (pending)

A number
we watch.

## SLA (pending)

**Service Level Agreement**

What we promise.

In writing.

Also called: service contract, \\*promise\\*

Discouraged: uptime promise

Category: Operations
`,
  )
})

test('the default status is official, and all exports every status', async (service) => {
  const as = await service.person()
  for (const status of ['suggested', 'pending', 'community', 'official']) {
    await service.sql`insert into terms (name, definition, status, source)
      values (${`${status} term`}, 'x', ${status}, 'import')`
  }
  assert.equal(names(await exported(service, as)), ['official term'])
  for (const status of ['suggested', 'pending', 'community', 'official']) {
    const answer = await exported(service, as, { status })
    assert.equal(names(answer), [`${status} term`])
    assert.is(answer.headers.get('x-total-count'), '1')
  }
  const all = await exported(service, as, { status: 'all' })
  assert.is(all.headers.get('x-total-count'), '4')
  assert.is(names(all).length, 4)
})

test('JSON has the same terms as the API', async (service) => {
  const as = await service.person()
  const terms = [
    await service.term(as, { name: 'A', full_name: 'Alpha', category: 'Letters' }),
    await service.term(as, { name: 'B', definition: '=1+1 "quoted", & <b>\n\tnext' }),
  ]
  const { status, headers, body } = await exported(service, as, { status: 'all', format: 'json' })
  assert.is(status, 200)
  assert.is(headers.get('content-type'), types.json)
  const none = { broader: [], differs_from: [], replaced_by: [] }
  assert.equal(
    body,
    terms.map(({ relations, ...term }) => ({ ...term, ...none })),
  )
})

test('the next links lead to every term once', async (service) => {
  const as = await service.person()
  await insertTerms(service, 23, 'community')
  await service.term(as, { name: 'pending term' })
  const expected = Array.from({ length: 23 }, (_, n) => `term ${String(n + 1).padStart(4, '0')}`)
  for (const format of formats) {
    const found: string[] = []
    let path: string | undefined = `/api/v1/export?status=community&format=${format}&limit=5`
    while (path) {
      const answer: Answer = await service.request('GET', path, { as })
      assert.is(answer.status, 200)
      assert.is(answer.headers.get('content-type'), types[format])
      assert.is(answer.headers.get('x-total-count'), '23')
      const link = answer.headers.get('link')
      assert.is(answer.headers.get('x-truncated'), link && 'true')
      found.push(...names(answer))
      path = link === null ? undefined : /^<(\/[^>]+)>; rel="next"$/.exec(link)?.[1]
      assert.is(path === undefined, found.length >= 23, `after ${found.length}`)
    }
    assert.equal(found, expected, format)
  }
})

test('a page that contains the last term is not truncated', async (service) => {
  const as = await service.person()
  await insertTerms(service, 6)
  for (const query of [{ limit: 6 }, { limit: 3, offset: 3 }, { offset: 5 }, { limit: 5000 }]) {
    const { headers } = await exported(service, as, query)
    assert.is(headers.get('x-truncated'), null)
    assert.is(headers.get('link'), null)
    assert.is(headers.get('x-total-count'), '6')
  }
})

test('an offset past the end returns no terms, and the total', async (service) => {
  const as = await service.person()
  await insertTerms(service, 3)
  for (const format of formats) {
    const answer = await exported(service, as, { format, offset: 3 })
    assert.is(answer.status, 200)
    assert.equal(names(answer), [], format)
    assert.is(answer.headers.get('x-total-count'), '3')
    assert.is(answer.headers.get('x-truncated'), null)
    assert.is(answer.headers.get('link'), null)
  }
})

test('without a limit, Markdown has 500 terms and the other formats have all; the maximum is 5000', async (service) => {
  const as = await service.person()
  await insertTerms(service, 5001)
  const byDefault = await exported(service, as)
  assert.is(names(byDefault).length, 500)
  assert.is(byDefault.headers.get('x-truncated'), 'true')
  for (const format of ['json', 'csv']) {
    const all = await exported(service, as, { format })
    assert.is(new Set(names(all)).size, 5001, format)
    assert.is(all.headers.get('x-truncated'), null)
    const rest = await exported(service, as, { format, offset: 4999 })
    assert.equal(names(rest), ['term 5000', 'term 5001'])
  }
  const maximum = await exported(service, as, { format: 'json', limit: 5000 })
  assert.is(maximum.body.length, 5000)
  assert.is(maximum.headers.get('x-total-count'), '5001')
  assert.is(maximum.headers.get('x-truncated'), 'true')
})

test('parameters that are unknown or out of range get 422', async (service) => {
  const as = await service.person()
  for (const [field, value] of [
    ...['5001', '0', '-1', '1.5', 'ten', ''].map((limit) => ['limit', limit]),
    ...['-1', 'x', '1e3'].map((offset) => ['offset', offset]),
    ...['bogus', 'Official', ''].map((status) => ['status', status]),
    ...['pdf', 'CSV', ''].map((format) => ['format', format]),
  ] as [string, string][]) {
    const { status, headers, body } = await exported(service, as, { [field]: value })
    assert.is(status, 422, `${field}=${value}`)
    assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal(
      body.errors.map(({ path }: { path: string }) => path),
      [field],
    )
  }
})

test('a body ends without an error once its client has disconnected, but not if anything else fails', async () => {
  async function* failing(error: Error) {
    yield 'first'
    throw error
  }
  const textOf = (error: Error) => new Response(toStream(failing(error))).text()
  assert.is(await textOf(new Problem('client_disconnected')), 'first')
  const failure = await textOf(new Problem('database_unreachable')).catch((error) => error)
  assert.is(failure.code, 'database_unreachable')
})

test.run()
