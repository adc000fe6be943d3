import * as assert from 'uvu/assert'
import { assignColumns } from '../lib/import/columns.ts'
import { arrange } from '../lib/import/read-file.ts'
import { importFile, lines } from './support/imports.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('import, what is said of a file')

async function dryRun(service: TestService, body: string | Uint8Array, query = {}) {
  const as = await service.person('editor')
  return importFile(service, as, body, { dry_run: 'true', ...query })
}

const open: [file: string, line: number][] = [
  [lines('name,definition', 'SLA,"open', 'KPI,x', 'MSA,y'), 2],
  [lines('name,definition', 'SLA,x', 'KPI,"open', 'MSA,"a, b"', 'OKR,z'), 3],
  [lines('"name","definition"', '"SLA","x"', '"KPI","open', '"MSA","y"'), 3],
  [`name,definition\r\nSLA,"a\r\nb"\r\nKPI,"open${'\r\nMSA,y'.repeat(40_000)}`, 4],
]

test('a quotation mark that is never closed is reported at its line', async (service) => {
  for (const [file, line] of open) {
    const { status, body } = await dryRun(service, file)
    assert.is(status, 422)
    assert.match(body.detail, `the quotation mark at line ${line} is never closed`)
  }
})

test('one byte that is no UTF-8 stays one byte, however few characters are', async (service) => {
  const text = Buffer.from(lines('name,definition', 'Größe,A size', 'KPI,xyz'))
  text[text.indexOf('xyz')] = 0xe9
  const { body } = await dryRun(service, text)
  assert.equal([body.source.encoding, body.totals.created, body.totals.failed], ['utf-8', 1, 1])
  const old = Buffer.from(lines('name,definition', 'Ma\xdf,\x84Ma\xdf\x93', 'KPI,xyz'), 'latin1')
  const read = await dryRun(service, old)
  assert.equal([read.body.source.encoding, read.body.totals.created], ['windows-1252', 2])
})

test('columns= is an object, and True is true', async (service) => {
  const file = lines('name,definition', 'SLA,x')
  for (const columns of ['[]', '["name"]', '7', 'null'])
    assert.is((await dryRun(service, file, { columns })).status, 422, columns)
  assert.is((await dryRun(service, file, { dry_run: 'True' })).body.dry_run, true)
  assert.is((await dryRun(service, file, { fill: 'definition' })).status, 422)
})

test('a column is no full name if the glossary has its texts as definitions', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'QZA', definition: 'Quality Zone Audit' })
  await service.term(as, { name: 'LKB', definition: 'Large Kettle Bell' })
  const file = lines('name,definition', 'QZA,Quality Zone Audit', 'LKB,Large Kettle Bell')
  const { body } = await dryRun(service, file)
  assert.equal([body.totals.unchanged, body.source.guesses], [2, []])
  const others = lines('name,definition', 'QZP,Quick Zinc Pot', 'LKP,Large Kettle Pot')
  const first = await importFile(service, as, others)
  assert.equal([first.body.totals.created, first.body.source.guesses.length], [2, 1])
  const again = await dryRun(service, others)
  assert.equal([again.body.totals.unchanged, again.body.source.guesses.length], [2, 1])
})

test('names that keep their acronym can be split', () => {
  const rows = [
    ['Quality Zone Audit (QZX)', 'Checks.'],
    ['QZC / QZD', 'Two.'],
    ['LKB (Large Kettle Bell)', 'Rings.'],
    ['Kettle (large)', 'A vessel.'],
    ['TCP/IP', 'A protocol.'],
  ]
  const options = { match: 'natural', trust_status: false, columns: {}, isDefined: false } as const
  const columns = assignColumns(['term', 'definition'], rows, { ...options, reversed: ['acronyms'] })
  const split = rows.map((cells, row) =>
    arrange({ row, cells }, columns)
      .cells.map((cell) => cell ?? '')
      .join('|'),
  )
  assert.equal(split, [
    ...['QZX|Checks.|Quality Zone Audit', 'QZC|Two.||QZD', 'LKB|Rings.|Large Kettle Bell'],
    ...['Kettle (large)|A vessel.', 'TCP/IP|A protocol.'],
  ])
})

const context = lines(
  '# Ordering',
  '',
  'How customers buy things.',
  '',
  '## Language',
  '',
  '**Order** (Purchase Order):',
  'A request for products. See [the docs](https://example.com/orders).',
  '',
  'It can be changed until it is paid, with `order.update()`.',
  '',
  'It is never deleted.',
  '_Avoid_: Purchase, "transaction" (legacy code-only term), Basket.',
  '',
  '### Billing',
  '',
  '- **Invoice**: A request for',
  '  payment.',
  '- **Credit \\*note\\*:** Money back.',
  '',
  '## Relationships',
  '',
  '- **Customer**: has many orders',
  '',
  '## Example dialogue',
  '',
  '**Dev**: "Do we invoice?"',
)

test('CONTEXT.md is read, without the sections that have no terms', async (service) => {
  const as = await service.person('editor')
  const { status, body } = await importFile(service, as, context, { type: 'text/markdown' })
  assert.is(status, 200, JSON.stringify(body))
  const texts = body.rows.map(({ changes }: { changes: Record<string, { to: unknown }> }) =>
    Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])),
  )
  const discouraged = ['Purchase', 'transaction', 'Basket'].map((name) => ({ name, kind: 'discouraged' }))
  const definition =
    'A request for products. See the docs.\n\nIt can be changed until it is paid, with order.update().\n\nIt is never deleted.'
  const status_ = { status: 'pending' }
  assert.equal(texts, [
    { name: 'Order', full_name: 'Purchase Order', definition, aliases: discouraged, ...status_ },
    { name: 'Invoice', definition: 'A request for payment.', category: 'Billing', ...status_ },
    { name: 'Credit *note*', definition: 'Money back.', category: 'Billing', ...status_ },
  ])
  assert.match(body.source.guesses.join(), /“Relationships”, “Example dialogue”.*“How customers/)
  const again = await importFile(service, as, context, { type: 'text/markdown' })
  assert.is(again.body.totals.unchanged, 3)
})

test.run()
