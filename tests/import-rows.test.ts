import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('import, rows')

const find = async ({ request }: TestService, as: Person, name: string) =>
  (await request('GET', `/api/v1/lookup?q=${encodeURIComponent(name)}`, { as })).body.terms

type Row = { outcome: string; errors: { path: string; message: string }[] }
const errorsOf = (rows: Row[]) => rows.flatMap(({ errors }) => errors.map(({ path, message }) => `${path} ${message}`))

test('a column that the file lacks is not compared', async (service) => {
  const as = await service.person('editor')
  await importFile(service, as, lines('acronym,definition', 'QZA,First text.', 'QZB,Other.'))
  const [{ id, version }] = await find(service, as, 'QZA')
  const completed = { version, full_name: 'Quality Zone Audit', category: 'Sales' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: completed })
  const corrected = lines('acronym,definition', 'QZA,Second text.', 'QZB,Other.')
  const { body } = await importFile(service, as, corrected)
  assert.equal([body.totals.updated, body.totals.unchanged, body.totals.created], [1, 1, 0])
  const terms = await find(service, as, 'QZA')
  assert.equal(
    terms.map((term: Record<string, string>) => [term.definition, term.full_name, term.category]),
    [['Second text.', 'Quality Zone Audit', 'Sales']],
  )
})

test('a row that fits several terms fails and names them, unless its texts fit one', async (service) => {
  const as = await service.person('editor')
  for (const [full_name, definition] of [
    ['Quality Zone Audit', 'An audit.'],
    ['Quick Zinc Alloy', 'An alloy.'],
  ])
    await service.term(as, { name: 'QZA', full_name, definition, category: 'Plant' })
  const fits = await importFile(service, as, lines('name,definition', 'QZA,An alloy.'))
  assert.is(fits.body.totals.unchanged, 1)
  const { status, body } = await importFile(service, as, lines('name,definition', 'QZA,New.'))
  assert.is(status, 422)
  assert.match(body.rows[0].errors[0].message, /several.*Quality Zone Audit, Plant; Quick Zinc/)
  const chosen = lines('name,full name,definition', 'QZA,quick zinc alloy,New.')
  assert.is((await importFile(service, as, chosen)).body.totals.updated, 1)
})

test('repeats in a list of aliases, and the name itself, are dropped', async (service) => {
  const as = await service.person('editor')
  const many = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'Same' : 'same')).join(';')
  const csv = lines('name,definition,aliases', 'QZA,x,A; a;qza;B;A ', `QZB,x,${many}`)
  const { body } = await importFile(service, as, csv)
  const names = (row: { changes: { aliases: { to: { name: string }[] } } }) =>
    row.changes.aliases.to.map(({ name }) => name)
  assert.equal(body.rows.map(names), [['A', 'B'], ['same']])
  const entries = [{ name: 'QZC', definition: 'x', aliases: ['A', { name: 'a', kind: 'alias' }] }]
  const json = await importFile(service, as, JSON.stringify(entries), { type: 'application/json' })
  assert.equal(json.body.rows.map(names), [['A']])
  assert.is((await importFile(service, as, csv)).body.totals.unchanged, 2)
})

const artefacts: [text: string, reason: RegExp][] = [
  ['#N/A', /error of a spreadsheet/],
  ['#NAME?', /error of a spreadsheet/],
  ['#BEZUG!', /error of a spreadsheet/],
  ['#DIV/0!', /error of a spreadsheet/],
  ['Err:502', /error of a spreadsheet/],
  ['01:01:00 AM', /is a time/],
  ['24:07:00', /is a time/],
  ['1-Mar', /is a date/],
  ['Dec-01', /is a date/],
  ['01. Mrz', /is a date/],
  ['2025-02-01 00:00:00', /is a date/],
  ['01/02/2025', /is a date/],
  ['1.00E+05', /is a number/],
]

test('errors of spreadsheets, and names that became dates, times or numbers, fail', async (service) => {
  const as = await service.person('editor')
  for (const [text, reason] of artefacts) {
    const { status, body } = await importFile(service, as, lines('name,definition', `${text},x`))
    assert.is(status, 422, text)
    assert.match(errorsOf(body.rows)[0] ?? '', reason)
  }
  const cells = lines(
    'name,full_name,definition,category,aliases',
    'A,#REF!,x,Sales,a1',
    'B,b,#VALUE!,Sales,b1',
    'C,c,x,#NAME?,c1',
    'D,d,x,Sales,d1;#N/A',
  )
  const { body } = await importFile(service, as, cells)
  assert.equal(
    errorsOf(body.rows).map((error) => error.split(' ')[0]),
    ['full_name', 'definition', 'category', 'aliases'],
  )
  const names = ['1:1', '24/7', '9/11', 'MAR', '404', '#1', 'C#', '3.14', '5E', '802.11', 'Dec']
  const fine = lines('name,definition', ...names.map((name) => `${name},since 01/02/2025`))
  assert.is((await importFile(service, as, fine)).body.totals.created, names.length)
})

test('names that look like dates and errors survive an export, because it is not from a spreadsheet', async (service) => {
  const as = await service.person('editor')
  for (const [name] of artefacts) await service.term(as, { name, definition: '#N/A' })
  for (const type of ['text/csv', 'application/json']) {
    const format = type.split('/')[1]
    const path = `/api/v1/export?status=all&format=${format}`
    const { text } = await service.request('GET', path, { as })
    await service.sql`delete from terms`
    const { body } = await importFile(service, as, text, { type })
    assert.is(body.totals?.created, artefacts.length, JSON.stringify(body.rows))
    const terms = await service.sql<{ name: string }[]>`select name from terms where definition = '#N/A'`
    const names = artefacts.map(([name]) => name)
    assert.equal(terms.map(({ name }) => name).sort(), names.sort())
  }
})

test('a placeholder is no definition, and does not replace one', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLO', definition: 'A target.' })
  const placeholders = ['n/a', 'N/A', 'NA', '-', '—', '--', '?', '...', '…', 'TBD', 'tbc', 'To do']
  for (const text of placeholders) {
    const { status, body } = await importFile(service, as, lines('name,definition', `SLO,${text}`))
    assert.is(status, 422, text)
    assert.match(errorsOf(body.rows)[0] ?? '', /is only .*, a placeholder/)
  }
  const definitions = ['NaN is not a number', 'Not applicable', 'todo list', '- or +', 'TBD Inc.']
  const fine = lines('name,definition', ...definitions.map((text, i) => `T${i},${text}`), 'n/a,x')
  assert.is((await importFile(service, as, fine)).body.totals.created, definitions.length + 1)
})

test('a row with the ID of a term says what it renames', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: '1:1', definition: 'A talk.' })
  const file = lines('id,name,definition', `${id},01:01:00 AM,A talk.`)
  const { status, body } = await importFile(service, as, file, { match: 'id' })
  assert.is(status, 422)
  assert.match(errorsOf(body.rows)[0] ?? '', /is a time.*renames 1:1/)
})

test('our Contextive export, imported again, changes nothing', async (service) => {
  const as = await service.person('editor')
  const terms = [
    { name: 'QZA', full_name: 'Quality Zone Audit', category: 'Plant', aliases: ['zone audit'] },
    { name: 'QZA', full_name: 'Quick Zinc Alloy', category: 'Plant' },
    { name: 'QZA', full_name: 'Quick Zinc Alloy', category: 'Sales' },
    { name: 'QZB', full_name: 'Quiet Zone Box' },
    { name: 'Long', full_name: 'Very long '.repeat(20), definition: '1:1' },
    { name: 'Many', full_name: 'Full', aliases: Array.from({ length: 20 }, (_, at) => `M${at}`) },
    { name: 'Late', category: 'sales', definition: 'yes' },
    { name: 'Backlog', category: 'Sales', aliases: [{ name: 'bakclog', kind: 'misspelling' }] },
  ]
  for (const term of terms) await service.term(as, term)
  await service.sql`update terms set status = 'official' where name = 'QZB'`
  await service.sql`update terms set status = 'community' where full_name = 'Quick Zinc Alloy'`
  const { text: exported } = await service.request('GET', '/api/v1/export?format=contextive&status=all', { as })
  const { status, body } = await importFile(service, as, exported, { type: 'application/yaml' })
  assert.equal([status, body.totals.unchanged], [200, terms.length], JSON.stringify(body.rows))
})

test.run()
