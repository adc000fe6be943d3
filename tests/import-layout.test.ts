import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('import, layout of lists')

async function dryRun(service: TestService, body: string, options: Record<string, string> = {}) {
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

test.run()
