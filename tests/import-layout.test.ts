import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type TestService } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

const test = glossary('import, layout of lists')

async function dryRun(service: TestService, body: string | Uint8Array, options: Record<string, string> = {}) {
  const as = await service.person('editor')
  const answer = await importFile(service, as, body, { dry_run: 'true', ...options })
  return { ...answer.body, status: answer.status }
}

const data = ['QZA;Quality Zone Audit', 'LKB;Large Kettle Bell', 'PTO;Paid Time Off']
const commas = data.map((row) => row.replace(';', ','))

const above: [lines: string[], skipped: number][] = [
  [[], 0],
  [['sep=;'], 1],
  [['', ''], 2],
  [['Acronyms'], 1],
  [['Acronyms;'], 1],
  [['Abbreviations of the plant, version 3', '', 'Owner: Ann Example'], 3],
  [['sep=;', 'Glossary;', ';'], 3],
  [['Terms, acronyms and jargon', 'Last change: 3 March', '"A title, in quotes"', ''], 4],
]

test('what is above the header is skipped and counted', async (service) => {
  for (const [title, skipped_lines] of above)
    for (const header of ['Acronym;Meaning', 'Kürzel;Bedeutung', 'Acronym;Nonsense']) {
      const { status, source, totals, rows } = await dryRun(service, lines(...title, header, ...data))
      const label = JSON.stringify([title, header, rows])
      assert.equal([status, totals?.created, totals?.failed], [200, 3, 0], label)
      assert.equal([source.skipped_lines, source.delimiter], [skipped_lines, ';'], label)
      assert.is(rows[0].row, skipped_lines + 2, label)
    }
})

const headerless: string[][] = [
  commas,
  data,
  ['Team,Together everyone achieves more', ...commas],
  ['Backlog,All work that is to be done', 'Sprint,A short time of work', 'Demo,A show of the work'],
  ['', ...commas],
  ['1,QZA,Quality Zone Audit', '2,LKB,Large Kettle Bell', '3,PTO,Paid Time Off'],
]

test('a list without a header is recognized, and header=false says so', async (service) => {
  for (const rows of headerless)
    for (const header of ['', 'false']) {
      const { status, source, totals, columns } = await dryRun(service, lines(...rows), header ? { header } : {})
      const label = JSON.stringify([rows, header, columns, source])
      assert.equal([status, totals?.created], [200, rows.filter(Boolean).length], label)
      assert.ok(
        Object.keys(columns.used).every((name) => /^[123]$/.test(name)),
        label,
      )
      assert.is(/no header/.test(source.guesses.join()), header === '', label)
    }
})

test('the header can be a row that people choose', async (service) => {
  const file = lines('Acronym;Meaning', 'Acronym;Meaning', ...data)
  assert.is((await dryRun(service, file)).totals.created, 4)
  const chosen = await dryRun(service, file, { header: '2' })
  assert.equal([chosen.totals.created, chosen.source.skipped_lines], [3, 1])
  const named = await dryRun(service, lines(...data), {
    header: 'false',
    columns: JSON.stringify({ 1: 'full_name', 2: 'name' }),
  })
  assert.equal(named.columns.used, { 1: 'full_name', 2: 'name' })
  for (const header of ['0', 'x', '1000', '99'])
    assert.is((await dryRun(service, file, { header })).status, 422, header)
})

test('a header above rows of another kind is one, though no word of it is known', async (service) => {
  const { columns, source } = await dryRun(service, lines('Kennung;Klartext', ...data))
  assert.equal(columns.used, { Kennung: 'name', Klartext: 'full_name' })
  assert.is(source.guesses.length, 2)
})

test('the line with all headers that people choose is the header, though it looks like the others', async (service) => {
  const columns = JSON.stringify({ a: 'name', B: 'full_name' })
  for (const title of [[], ['Acronyms;'], ['Name;', 'SLA;']]) {
    const file = lines(...title, 'A;B', 'SLA;xy', 'KPI;yz', 'OKR;zx')
    const { columns: read, source, totals } = await dryRun(service, file, { columns })
    assert.equal(read, { used: { A: 'name', B: 'full_name' }, ignored: [] })
    assert.equal([totals.created, source.skipped_lines], [3, title.length])
  }
  const named = await dryRun(service, lines('Notes;', 'Acronym;Notes', ...data), {
    columns: JSON.stringify({ Notes: 'full_name' }),
  })
  assert.equal(named.columns.used, { Acronym: 'name', Notes: 'full_name' })
  const numbered = await dryRun(service, lines('1;QZA', '2;LKB', '3;PTO'), {
    columns: JSON.stringify({ 2: 'name', 1: 'definition' }),
  })
  assert.is(numbered.totals.created, 3)
  const unknown = await dryRun(service, lines('A;B', ...data), {
    columns: JSON.stringify({ A: 'name', C: 'full_name' }),
  })
  assert.is(unknown.status, 422)
})

test('a column whose texts have line breaks is the definition, though names repeat', async (service) => {
  const file = lines('name,definition', 'SLA,A promise.', 'SLA,Another.', 'KPI,"One\ntwo"')
  const { columns, totals } = await dryRun(service, file, { on_error: 'skip' })
  assert.is(columns.used.definition, 'definition')
  assert.equal([totals.created, totals.failed], [2, 1])
})

test('commas and vertical bars separate aliases if no cell has a semicolon', async (service) => {
  const aliases = async (...cells: string[]) => {
    const rows = cells.map((cell, index) => `T${index}\tx\t${cell}`)
    const { rows: read, source } = await dryRun(service, lines('name\tdefinition\taliases', ...rows))
    const counts = read.map(({ changes }: { changes: { aliases?: { to: [] } } }) => changes.aliases?.to.length ?? 0)
    return [counts.join(' '), source.guesses.length]
  }
  assert.equal(await aliases('a, b|c', 'd', ''), ['3 1 0', 1])
  assert.equal(await aliases('a, b|c', 'd;e', ''), ['1 2 0', 0])
})

const pump = ['QZP', 'Quartz pump', 'Moves water', ' also oil', ' and air', 'Plant']
const bell = ['LKB', 'Large Kettle Bell', 'It rings.', 'Tower']
const header = ['name', 'full_name', 'definition', 'category']
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test('a row with more cells than the header needs somebody, who reads what would be lost', async (service) => {
  const written = (sign: string) => lines(...[header, pump, bell].map((row) => row.join(sign)))
  const dashes = header.map(() => '--')
  const table = [header, dashes, pump, bell].map((row) => `| ${row.join(' | ')} |`)
  const forms: [file: string | Uint8Array, type: string, says: RegExp][] = [
    [written(','), 'text/csv', /6 cells, but the header has 4.*“and air · Plant”.*commas in quotation marks/],
    [written(';'), 'text/csv', /semicolons in quotation marks/],
    [written('\t'), 'text/tab-separated-values', /tabs in quotation marks/],
    [lines(...table), 'text/markdown', /6 cells.*Move each text to its column/],
    [workbook({ Terms: { rows: [header, pump, bell] } }), xlsx, /6 cells.*“and air · Plant”.*Move each text/],
    [
      lines('name,full_name,definition,category,,', pump.join(), `${bell.join()},,`),
      'text/csv',
      /6 cells.*header has 4/,
    ],
    // Fewer texts than the header has columns: only the split text tells it.
    [
      lines(`${header.join()},links,aliases`, `${pump.join()},,`, `${bell.join()},,`),
      'text/csv',
      /8 cells.*has 6\. Put/,
    ],
  ]
  for (const [file, type, says] of forms) {
    const { totals, rows, columns } = await dryRun(service, file, { type })
    assert.equal([totals.created, totals.failed, columns.ignored], [1, 1, []], String(says))
    assert.match(rows[0].errors[0].message, says)
  }
})

test('empty cells at the end, and a column without a header, make no row faulty', async (service) => {
  const notes = [header, ...['QZP', 'LKB', 'PTO'].map((name) => [name, 'Name', 'A text.', 'Tower', 'note'])]
  for (const [file, type, ignored] of [
    [lines(header.join(), `${bell.join()},,`, 'QZP,Pump,Moves it.,,,'), 'text/csv', []],
    [lines('name, definition, category', 'QZP, Moves it., Plant,', 'LKB, It rings., Tower,'), 'text/csv', []],
    [lines('name,full_name,definition,category,', ...notes.slice(1).map((row) => row.join())), 'text/csv', ['5']],
    [workbook({ Terms: { rows: notes } }), xlsx, ['5']],
  ] as const) {
    const { totals, columns } = await dryRun(service, file, { type })
    assert.equal([totals.created > 1, totals.failed, columns.ignored], [true, 0, ignored], String(file).slice(0, 60))
  }
})

test('each text that is no link is named with its term', async (service) => {
  const rows = ['QZA', 'QZB', 'QZC', 'QZD', 'QZE', 'QZF'].map((name) => `${name},A text.,see ${name} below`)
  const says = async (count: number) =>
    (await dryRun(service, lines('name,definition,links', ...rows.slice(0, count)))).source.guesses.join()
  assert.match(
    await says(2),
    'In 2 rows, text of "links" that is no URL is left out: “see QZA below” (QZA), “see QZB below” (QZB).',
  )
  assert.match(await says(6), '“see QZE below” (QZE) and 1 more.')
})

test.run()
