import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

// Lists of people who had no glossary: tables whose headers are languages, and rows of one term in several.
const test = glossary('imports of lists in several languages', threeLanguages)

const read = async (service: TestService, as: Person, name: string) => {
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  return body.find((term: { name: string }) => term.name === name)
}

const types = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const csv = (text: string) => text.replaceAll(' | ', ',')
const markdown = (text: string) => {
  const [header = '', ...rows] = text.split('\n').map((line) => `| ${line} |`)
  return [header, header.replace(/[^|]+/g, ' --- '), ...rows].join('\n')
}
const sheet = (text: string) => workbook({ List: { rows: text.split('\n').map((line) => line.split(' | ')) } })

test('headers that are only languages are those of the names, in every kind of table', async (service) => {
  const as = await service.person('admin')
  for (const [index, [write, type]] of (
    [
      [csv, types.csv],
      [markdown, 'text/markdown'],
      [sheet, types.xlsx],
    ] as const
  ).entries()) {
    const [name, de, fr] = [`INVOICE${index}`, `RECHNUNG${index}`, `FACTURE${index}`]
    const { id } = await service.term(as, { name, definition: 'A request for money.' })
    const refused = await importFile(service, as, write(`EN | DE | FR\nNEW${index} | NEU | NOUVEAU`), { type })
    assert.equal([refused.status, refused.body.rows?.[0]?.errors[0]?.path], [422, 'definition'], refused.text)
    const { body } = await importFile(service, as, write(`EN | DE | FR\n${name} | ${de} | ${fr}`), { type })
    assert.equal(body.columns, { used: { EN: 'name', DE: 'name [de]', FR: 'name [fr]' }, ignored: [] })
    assert.equal(body.source.guesses, [
      'Read as the names in their languages: “DE”, “FR”.',
      'In one row, a name in another language has no definition beside it: it becomes another name of its term, and no translation.',
    ])
    const { aliases, translations } = await read(service, as, name)
    assert.equal([aliases.map((each: { name: string }) => each.name).sort(), translations], [[fr, de].sort(), []])
    const german = { definition: 'Eine Forderung.', version: 1 }
    await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body: german })
    const again = await importFile(service, as, write(`Deutsch | Englisch\n${de} | ${name}`), { type })
    assert.equal([again.body.totals.updated, again.body.columns.used], [1, { Deutsch: 'name [de]', Englisch: 'name' }])
    assert.is((await read(service, as, name)).translations[0].name, de)
  }
})

test('what the own language has in such a table, the others have, too', async (service) => {
  const as = await service.person('admin')
  const long = (text: string) => `${text} that is as long as only a definition is, with commas, and more.`
  const texts = lines(
    'Acronym;English;German',
    'SLA;Service Level Agreement;Dienstgütevereinbarung',
    'SLO;Service Level Objective;Dienstgüteziel',
  )
  const spelled = await importFile(service, as, texts)
  assert.equal(spelled.body.columns.used, { Acronym: 'name', English: 'full_name', German: 'full_name [de]' })
  const { translations } = await read(service, as, 'SLA')
  assert.equal(
    translations.map((each: object) => Object.values(each)),
    [['de', null, 'Dienstgütevereinbarung', 'Dienstgütevereinbarung', false]],
  )
  const defined = await importFile(
    service,
    as,
    lines('Term;EN;FR;IT;ID', `QZA;${long('A')};${long('Un')};${long('Uno')};7`),
  )
  assert.equal(defined.body.columns, {
    used: { Term: 'name', EN: 'definition', FR: 'definition [fr]' },
    ignored: ['ID', 'IT'],
  })
  assert.match(defined.body.source.guesses.join(), 'does not have the language: “IT”')
  assert.is((await read(service, as, 'QZA')).translations[0].definition, long('Un'))
})

test('a name in another language makes a header of a line, and a single language none', async (service) => {
  const as = await service.person('editor')
  const { body } = await importFile(service, as, lines('name,name [de]', 'QZA,QZB'))
  assert.equal([body.rows[0].row, body.rows[0].errors[0].path], [2, 'definition'])
  const list = await importFile(
    service,
    as,
    lines('DE,Delivery engineering.', 'QA,Quality assurance.', 'FR,Field report.'),
  )
  assert.is(list.body.totals.created, 3, list.text)
})

test('rows of one name in several languages are one term', async (service) => {
  const as = await service.person('admin')
  const file = lines(
    'Sprache;Begriff;Definition;Kategorie',
    'de;SLA;Eine Zusage.;Technik',
    'en;SLA;A promise.;Tech',
    'französisch;SLA;Une promesse.;',
    'it;SLA;Una promessa.;',
    'de;SLA;Eine Zusage.;Technik',
    ';QZA;A text.;Tech',
  )
  const { body, text } = await importFile(service, as, file)
  assert.equal(body.totals, { created: 2, updated: 0, unchanged: 0, skipped: 2, failed: 0 }, text)
  assert.equal(body.columns.used, {
    Sprache: 'language',
    Begriff: 'name',
    Definition: 'definition',
    Kategorie: 'category',
  })
  assert.equal(body.source.guesses, [
    'In 2 rows, “Sprache” says another language: these belong to the terms with the same “Begriff”.',
    'Left out, because only the row in the language of the glossary counts: “Kategorie”.',
    'Left out, because the glossary does not have the language: “it”.',
  ])
  const sla = await read(service, as, 'SLA')
  assert.equal(
    [sla.definition, sla.category, sla.translations.map((each: { definition: string }) => each.definition)],
    ['A promise.', 'Tech', ['Eine Zusage.', 'Une promesse.']],
  )
  const known = await importFile(service, as, lines('language,term,definition', 'de,SLA,Anders.', 'fr,QZA,Un texte.'))
  assert.equal([known.body.totals.updated, known.body.totals.failed], [2, 0], known.text)
  assert.is((await read(service, as, 'QZA')).translations[0].definition, 'Un texte.')
})

test('rows of one ID in several languages are one term, whatever they call it', async (service) => {
  const as = await service.person('admin')
  const rows = [
    { id: 1, language: 'en', term: 'invoice', definition: 'A request for money.' },
    { id: 1, language: 'de', term: 'Rechnung', definition: 'Eine Forderung.' },
    { id: 2, language: 'de', term: 'Konto', definition: 'Ein Konto.' },
    { id: 2, language: 'en', term: 'account', definition: 'A place for money.' },
  ]
  const { body } = await importFile(service, as, JSON.stringify(rows), { type: types.json })
  assert.equal([body.totals.created, body.totals.failed], [2, 0])
  const { definition, translations } = await read(service, as, 'account')
  assert.equal(
    [definition, translations[0].name, translations[0].definition],
    ['A place for money.', 'Konto', 'Ein Konto.'],
  )
})

type Row = { row: number; outcome: string; errors: { path: string; message: string }[] }

test('a row that belongs to no term, or to several, fails, and none is lost', async (service) => {
  const as = await service.person('editor')
  const header = 'id,language,name,definition,category'
  const file = lines(
    header,
    '1,en,SLA,A promise.,Tech',
    '1,de,SLA,Eine Zusage.,',
    '1,de,SLA,Etwas anderes.,',
    '2,fr,QZA,Un texte.,',
    '3,Klingonisch,SLA,x,',
    '1,de,,Eine Zusage.,',
    `4,en,QZB,A text.,`,
    `4,fr,QZB,${'x'.repeat(4001)},`,
  )
  const { body } = await importFile(service, as, file)
  assert.equal(
    body.rows.map(({ row, outcome, errors }: Row) => [row, outcome, errors[0]?.path ?? '', errors[0]?.message ?? '']),
    [
      [4, 'failed', '', 'is the same term in German as row 3, with a different text'],
      [5, 'failed', '', 'has the “id” of no row in English'],
      [6, 'failed', '', 'has a language that is none: “Klingonisch”'],
      [7, 'failed', '', 'is the same term in German as row 3, with a different text'],
      [8, 'failed', 'definition [fr]', 'must be 1 to 4000 characters long'],
      [2, 'created', '', ''],
    ],
  )
})

test('a column and a row of one language can say the same, and nothing else', async (service) => {
  const as = await service.person('editor')
  const header = 'language,name,definition,definition [de]'
  const file = (column: string, row: string) => lines(header, `en,QZA,A text.,${column}`, `de,QZA,${row},`)
  const refused = await importFile(service, as, file('Ein Text.', 'Etwas anderes.'))
  assert.equal(refused.body.rows[0].errors, [
    { path: 'definition [de]', message: 'is said twice, with different texts' },
  ])
  for (const [column, row] of [
    ['Ein Text.', 'Ein Text.'],
    ['', 'Noch einer.'],
  ] as const) {
    await importFile(service, as, file(column, row))
    assert.is((await read(service, as, 'QZA')).translations[0].definition, row)
  }
})

test('a column about other languages than those of people is none of rows', async (service) => {
  const as = await service.person('editor')
  const { body } = await importFile(
    service,
    as,
    lines('name,definition,language', 'QZA,A text.,Java', 'QZB,A text too.,Go'),
  )
  assert.equal([body.totals.created, body.columns.ignored], [2, ['language']])
})

test.run()
