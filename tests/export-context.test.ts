import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { apiToken } from './support/credentials.ts'
import { formatNames } from './support/export-formats.ts'
import { importFile } from './support/imports.ts'
import { runToEnd } from './support/process.ts'
import { generator } from './support/random.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// CONTEXT_SEED=n npm test -- export-context repeats a run.

const test = glossary('export as CONTEXT.md')
const seed = Number(process.env.CONTEXT_SEED || 20_261_126)

async function exported(service: TestService, as: Person, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ format: 'context', status: 'all', ...query })
  return service.request('GET', `/api/v1/export?${search}`, { as })
}

async function addTerms(service: TestService) {
  const as = await service.person('admin')
  const { id } = await service.term(as, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise.\n\n- in writing',
    category: 'Operations',
    aliases: ['service contract', ...['uptime promise', 'a, b (c)'].map((name) => ({ name, kind: 'discouraged' }))],
  })
  await setStatus(service, id, 'official')
  await service.term(as, { name: 'KPI', definition: 'A number.' })
  await service.term(as, { name: 'ARR', definition: 'Yearly.', category: 'operations' })
  return as
}

const withoutCategory = `# Glossary

From <http://localhost:8000/>. Change terms there, not in this file.

## Language

**KPI**:
A number.
_Status_: pending
`
const arr = '\n**ARR**:\nYearly.\n_Status_: pending\n'
const sla = `
**SLA** (Service Level Agreement):
What we promise.<br><br>- in writing
_Avoid_: uptime promise, a\\, b \\(c\\)
`

test('the document has a heading for each category, and a paragraph for each term', async (service) => {
  const as = await addTerms(service)
  const { headers, text } = await exported(service, as)
  assert.is(headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.is(headers.get('content-disposition'), 'attachment; filename="CONTEXT.md"')
  assert.is(text, `${withoutCategory}\n### operations\n${arr}\n### Operations\n${sla}`)
  const tag = headers.get('etag') ?? ''
  const sent = { as, headers: { 'if-none-match': tag } }
  const path = '/api/v1/export?format=context&status=all'
  assert.is((await service.request('GET', path, sent)).status, 304)
})

test('with a category, the title is the category', async (service) => {
  const as = await addTerms(service)
  const { text } = await exported(service, as, { category: 'OPERATIONS' })
  const origin = 'From <http://localhost:8000/browse?category=operations>. Change terms there, not in this file.'
  assert.is(text, `# operations\n\n${origin}\n\n## Language\n${arr}\n### Operations\n${sla}`)
  const { body } = await importFile(service, as, text, { type: 'text/markdown' })
  assert.equal([body.totals.unchanged, body.source.guesses], [2, []])
})

test('every format can have one category, of any case, and an unknown one gives an empty document', async (service) => {
  const as = await addTerms(service)
  const { token } = await apiToken(service, as, ['feed'])
  for (const format of formatNames) {
    for (const [category, total] of [
      ['OPERATIONS', '2'],
      [' operations ', '2'],
      ['Finance', '0'],
    ] as const) {
      const search = new URLSearchParams({ format, category, status: 'all' })
      for (const path of [`/api/v1/export?${search}`, `/feeds/${token}/${format}?${search}`]) {
        const { status, text, headers } = await service.request('GET', path, { as })
        assert.equal([status, headers.get('x-total-count')], [200, total], path)
        if (format !== 'xlsx' && format !== 'vale') {
          assert.not.match(text, 'KPI', path)
          assert.is(/SLA/.test(text) && /ARR/.test(text), total === '2', path)
        }
      }
    }
  }
  const rows = await exported(service, as, { format: 'json', category: 'operations', limit: '1' })
  const next = /<(.+)>/.exec(rows.headers.get('link') ?? '')?.[1] ?? ''
  const rest = await service.request('GET', next, { as })
  assert.equal(
    [...rows.body, ...rest.body].map(({ name }: Term) => name),
    ['ARR', 'SLA'],
  )
  assert.is((await exported(service, as, { category: '' })).status, 422)
})

test('the command has the same document', async (service) => {
  const as = await addTerms(service)
  const env = {
    SERVICE_DATABASE_URL: service.databaseUrl,
    SERVICE_APP_URL: 'http://localhost:8000',
    SERVICE_DEV_MODE: 'true',
  }
  const args = ['--format', 'context', '--status', 'all', '--category', 'operations']
  const { stdout, stderr } = await runToEnd(env, 'export', args)
  assert.is(stdout, (await exported(service, as, { category: 'operations' })).text, stderr)
})

test('what a term is not, and what replaces it, is named', async (service) => {
  const as = await addTerms(service)
  const all: Term[] = (await exported(service, as, { format: 'json' })).body
  const ids = new Map(all.map(({ name, id }) => [name, id]))
  await service.term(as, { name: 'SLA', full_name: 'Sea, Lion (Archive)' })
  const path = (one: string, kind: string, other: string) =>
    `/api/v1/terms/${ids.get(one)}/relations/${kind}/${ids.get(other)}`
  for (const each of [path('KPI', 'differs_from', 'SLA'), path('ARR', 'replaced_by', 'KPI')])
    assert.is((await service.request('PUT', each, { as })).status, 204)
  const { text } = await exported(service, as)
  assert.match(text, '**KPI**:\nA number.\n_Not_: SLA \\(Operations\\)\n_Status_: pending\n')
  assert.match(text, '_Avoid_: uptime promise, a\\, b \\(c\\)\n_Not_: KPI\n')
  assert.match(text, '**ARR**:\nYearly.\n_Use instead_: KPI\n_Status_: pending\n')
  const options = { type: 'text/markdown' }
  const again = await importFile(service, as, text, options)
  assert.equal([again.body.totals.unchanged, again.body.source.guesses], [4, []])
  const without = text.replace('_Use instead_: KPI\n', '')
  const changed = await importFile(service, as, without, options)
  assert.equal(
    changed.body.rows.map(({ name, changes }: { name: string; changes: object }) => [name, changes]),
    [['ARR', { replaced_by: { from: ['KPI'], to: [] } }]],
  )
})

/** What could be taken for something else. */
const signs = [
  ...['*', '_', '[', ']', ':', '(', ')', '**', '\\', '`', '~', '#', '|', '<', '>', '&', ';', ','],
  ...['.', '!', '"', "'", '“', '”', '：', ' ', ' - ', '1. ', '&lt;', '&#42;', 'https://a.b/', '@'],
]
const words = ['QZA', 'Kettle', 'größe', '用語', '😀', 'a', '12', 'Avoid', 'Status', 'Language']
const lineEnds = ['\n', '\n\n', '\r\n', '\r', '\n  ', ' \n', '\u2028']
const texts = [
  'Status: down',
  'Owner： Ann',
  '_Avoid_: everything',
  '**Bold**: a term',
  '## Relationships\n\n**X**: y',
  '| a | b |\n|---|---|\n| c | d |',
  '<dl><dt>QZA</dt><dd>text</dd></dl>',
  '\\newglossaryentry{a}{name=b, description={c}}',
  '```\n**code**: x\n```',
  '---\n\n===\n***',
  'a  b\n  c   d',
  'From <https://example.com/>. Change terms there, not in this file.',
  '{| class="wikitable"\n! a !! b\n|}',
  '- [ ] one\n- [x] two',
]
const categories = [null, 'Relationships', 'Language', 'Glossary', '# 1 #', 'ops', 'Ops', '*x*: [y]']

test('import changes nothing of what was exported, whatever is in it', async (service) => {
  const as = await service.person('admin')
  const random = generator(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const some = (parts: readonly string[], length: number) =>
    Array.from({ length: 1 + Math.floor(random() * length) }, () => pick(parts)).join('')
  const named = (index: number) => {
    const text = some([...signs, ...words], 5)
    return pick([`${text}${index}`, `${index}${text}`, `(${text}${index})`, `"${index}"`])
  }
  const terms = Array.from({ length: 150 }, (_, index) => ({
    name: named(index),
    full_name: random() < 0.4 ? `${named(index)}x` : null,
    definition: texts[index] ?? `${some([...signs, ...words, ...lineEnds], 40)}${index}`,
    category: pick(categories),
    aliases: Array.from({ length: Math.floor(random() * 3) }, (_, entry) => ({
      name: `${entry}${named(index)}y`,
      kind: pick(['discouraged', 'alias', 'misspelling']),
    })),
  }))
  for (const term of terms) await service.term(as, term)
  const { text } = await exported(service, as)
  const options = { type: 'text/markdown', trust_status: 'true' }
  const { body } = await importFile(service, as, text, options)
  const said = `CONTEXT_SEED=${seed} ${JSON.stringify(body.rows).slice(0, 2000)}`
  assert.equal([body.totals.unchanged, body.source.guesses], [terms.length, []], said)
  for (const category of categories.slice(1) as string[]) {
    const part = await exported(service, as, { category })
    const again = await importFile(service, as, part.text, options)
    const total = Number(part.headers.get('x-total-count'))
    assert.equal([again.body.totals.unchanged, again.body.source.guesses], [total, []], category)
  }
  const asText = await importFile(service, as, text, { type: 'text/plain' })
  assert.is(asText.body.totals.unchanged, terms.length)

  const before = (await exported(service, as, { format: 'json' })).body
  await service.sql`delete from terms`
  const restored = await importFile(service, as, text, options)
  assert.is(restored.body.totals.created, terms.length, JSON.stringify(restored.body).slice(0, 900))
  const content = ({ name, full_name, definition, category, aliases, status }: Term) => ({
    ...{ name, full_name, definition, category, status },
    discouraged: aliases.filter(({ kind }) => kind === 'discouraged'),
  })
  const after = (await exported(service, as, { format: 'json' })).body
  assert.equal(after.map(content), before.map(content), said)
})

test('terms that are called like columns and parts of entries survive', async (service) => {
  const as = await service.person('admin')
  const names = [
    'Category',
    'Team',
    'Status',
    'Domain',
    'Avoid',
    'Not',
    'Use instead',
    'Also called',
    'Links',
    'Definition',
    'Name',
    'ID',
  ]
  for (const name of names)
    await service.term(as, {
      name,
      definition: `${name} is a word.`,
      aliases: [{ name: `old ${name}`, kind: 'discouraged' }],
    })
  const { text } = await exported(service, as)
  const options = { type: 'text/markdown' }
  const same = await importFile(service, as, text, options)
  assert.equal([same.body.totals.unchanged, same.body.source.guesses], [names.length, []])
  await service.sql`delete from terms`
  for (const type of ['text/markdown', 'text/plain']) {
    const { body } = await importFile(service, as, text, { type, dry_run: 'true' })
    assert.is(body.totals.created, names.length, JSON.stringify(body).slice(0, 900))
  }
})

test('10,000 terms stream', async (service) => {
  const as = await service.person()
  await service.sql`
    insert into terms (name, definition, category, status, source)
    select 'term ' || n, repeat('What it means. ', 10), 'Team ' || n % 40, 'official', 'import'
    from generate_series(1, 10000) n`
  await service.sql`analyze terms`
  await exported(service, as, { limit: '1' })
  const { text } = await exported(service, as)
  assert.is(text.match(/^\*\*term \d+\*\*:$/gm)?.length, 10_000)
  assert.is(text.match(/^### /gm)?.length, 40)
})

test.run()
