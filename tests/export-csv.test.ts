import { parse } from 'csv-parse/sync'
import * as assert from 'uvu/assert'
import { splitNames } from '../lib/glossary/alias-lists.ts'
import type { Term } from '../lib/schemas/term.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('export as CSV')
const formulas = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', "'=1+1", "''+1", '=HYPERLINK("http://evil.example","x")'],
  ...['＝1+1', "'＠SUM(A1)", '＋1', '－1'],
]

/** Exports terms with any status. */
const exported = ({ request }: TestService, as: Person, format = 'csv') =>
  request('GET', `/api/v1/export?status=all&format=${format}`, { as })

/** Parses CSV whose lines end with CR LF. */
const rows = (text: string): Term[] => parse(text, { columns: true, record_delimiter: '\r\n' })

test('CSV has the same values as JSON', async (service) => {
  const as = await service.person()
  const texts = ['plain', 'a,b', 'say "hi"', '"', 'a\nb', 'a\r\nb', 'a\rb', ',', "'", 'Übergabe 😀']
  for (const [n, definition] of texts.entries()) await service.term(as, { name: `t${n}`, definition })
  await service.term(as, { name: 'x, "y"', full_name: 'Full, "name"', category: 'a;b' })
  const { body } = await exported(service, as, 'json')
  const { headers, text } = await exported(service, as)
  assert.is(headers.get('content-type'), 'text/csv; charset=utf-8')
  const columns = [
    ...['id', 'name', 'full_name', 'definition', 'category'],
    ...['aliases', 'misspellings', 'discouraged'],
    ...['status', 'vote_count', 'is_stale', 'last_confirmed_at', 'created_at', 'updated_at'],
    ...['in_texts', 'links', 'broader', 'differs_from', 'replaced_by'],
  ]
  assert.ok(text.startsWith(`${columns.join(',')}\r\n`))
  assert.ok(text.endsWith('\r\n'))
  for (const quoted of [',"a\nb",', ',"a\rb",', ',"a,b",', ',"say ""hi""",']) {
    assert.ok(text.includes(quoted), quoted)
  }
  assert.equal(
    rows(text),
    body.map((term: Record<string, unknown>) =>
      Object.fromEntries(
        // An empty cell of in_texts is what is usual: `auto`.
        columns.map((column) =>
          ['aliases', 'in_texts', 'links', 'broader', 'differs_from', 'replaced_by'].includes(column)
            ? [column, '']
            : [column, String(term[column] ?? '')],
        ),
      ),
    ),
  )
})

test('in CSV, all texts are quoted, so that nothing is a cell of its own where another character separates', async (service) => {
  const as = await service.person()
  const definition = 'see the page;=cmd|calc!A1'
  const { id } = await service.term(as, { name: 'a', definition, category: 'b', aliases: ['c'] })
  const { text } = await exported(service, as)
  const [, line] = text.split('\r\n')
  const cells = [id, 'a', '', definition, 'b', 'c', '', '', 'pending']
  const quoted = cells.map((cell) => cell && `"${cell}"`).join(',')
  assert.ok(line?.startsWith(`${quoted},0,false,`), line)
})

test('CSV lists the aliases of each kind, and no name is lost', async (service) => {
  const as = await service.person()
  const names = [...['a', 'semi;colon', 'back\\slash', 'end\\', 'both\\;', 'comma, "quote"', '\\\\host;;']]
  await service.term(as, {
    name: 'SLA',
    aliases: [
      ...names,
      { name: 'SAL', kind: 'misspelling' },
      { name: '=1+1', kind: 'discouraged' },
      { name: 'promise', kind: 'discouraged' },
    ],
  })
  const { text } = await exported(service, as)
  const [row] = rows(text) as unknown as Record<string, string>[]
  assert.ok(row?.aliases?.startsWith('a;semi\\;colon;back\\slash;'), row?.aliases)
  assert.equal(splitNames(row?.aliases ?? ''), names)
  assert.equal([row?.misspellings, row?.discouraged], ['SAL', "'=1+1;promise"])
})

test('in CSV, cells that a spreadsheet would run get an apostrophe, and so do those that look like them', async (service) => {
  const as = await service.person()
  const plain = ["'quoted'", "'s", 'a=b', "it's -1"]
  for (const name of plain) await service.term(as, { name, definition: name, category: 'plain' })
  for (const formula of formulas) {
    await service.term(as, { name: formula, full_name: formula, definition: formula, category: formula })
  }
  const { text } = await exported(service, as)
  const unchanged = rows(text).filter(({ category }) => category === 'plain')
  assert.equal(
    unchanged.map(({ name, definition }) => [name, definition]),
    [...plain].sort().map((name) => [name, name]),
  )
  const sorted = (list: (string | null)[]) => [...list].sort()
  for (const column of ['name', 'full_name', 'definition', 'category'] as const) {
    assert.equal(
      sorted(
        rows(text)
          .filter(({ category }) => category !== 'plain')
          .map((row) => row[column]),
      ),
      sorted(formulas.map((formula) => `'${formula}`)),
      column,
    )
  }
})

test.run()
