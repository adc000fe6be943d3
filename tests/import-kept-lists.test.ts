import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

// Lists in the ways in which companies keep them. Their content is invented.

const test = glossary('import, twenty lists')

type List = {
  /** how it is kept */
  kept: string
  file: string | Uint8Array
  type?: string
  /** what a person clicks, as query parameters; at most one */
  click?: Record<string, string>
  /** name | full name | definition | category | other names */
  terms: string[]
  /** how many faulty rows are left out, which is the click of such a list */
  faulty?: number
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const lists: List[] = [
  {
    kept: 'an export of a spreadsheet with our own words',
    file: lines('Acronym,Full Name,Definition,Team', 'QZA,Quality Zone Audit,A check of a zone.,Plant'),
    terms: ['QZA|Quality Zone Audit|A check of a zone.|Plant|'],
  },
  {
    kept: 'two columns, in which a name has several meanings',
    file: lines('acronym,definition', 'QZA,Quality Zone Audit', 'QZA,Quick Zinc Alloy', 'LKB,Large Kettle Bell'),
    terms: [
      'QZA|Quality Zone Audit|Quality Zone Audit||',
      'QZA|Quick Zinc Alloy|Quick Zinc Alloy||',
      'LKB|Large Kettle Bell|Large Kettle Bell||',
    ],
  },
  {
    kept: 'words with definitions, not acronyms',
    file: lines('Term;Description', 'Kettle;A vessel, for water.', 'Ladder;Leads up.'),
    terms: ['Kettle||A vessel, for water.||', 'Ladder||Leads up.||'],
  },
  {
    kept: 'no header',
    file: lines('QZA,Quality Zone Audit', 'LKB,Large Kettle Bell', 'PTO,Paid Time Off'),
    terms: [
      'QZA|Quality Zone Audit|Quality Zone Audit||',
      'LKB|Large Kettle Bell|Large Kettle Bell||',
      'PTO|Paid Time Off|Paid Time Off||',
    ],
  },
  {
    kept: 'titles above the header, as a German spreadsheet writes them',
    file: Buffer.from(
      'sep=;\r\nAbk\xfcrzungen des Werks;;\r\n;;\r\nAbk\xfcrzung;Bedeutung;Erkl\xe4rung\r\nQZP;Qualit\xe4tszonenpr\xfcfung;Pr\xfcft eine Zone.\r\n',
      'latin1',
    ),
    terms: ['QZP|Qualitätszonenprüfung|Prüft eine Zone.||'],
  },
  {
    kept: 'French words, and required fields marked by an asterisk',
    file: lines('Sigle *\tSignification\tDéfinition\tService', 'CZQ\tContrôle de zone\tVérifie une zone.\tUsine'),
    type: 'text/tab-separated-values',
    terms: ['CZQ|Contrôle de zone|Vérifie une zone.|Usine|'],
  },
  {
    kept: 'Spanish words',
    file: lines(
      'Siglas,Significado,Descripción,También conocido como',
      'AZC,Auditoría de zona,Revisa una zona.,revisión; control',
    ),
    terms: ['AZC|Auditoría de zona|Revisa una zona.||revisión;control'],
  },
  {
    kept: 'a table of a wiki in Markdown',
    file: lines(
      '# Plant',
      '',
      '| Acronym | Stands for | Notes |',
      '|---|---|---|',
      '| **QZA** | [Quality Zone Audit](https://wiki.example.com) | new |',
    ),
    type: 'text/markdown',
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit||'],
  },
  {
    kept: 'a workbook with a cover sheet, merged categories and a hidden row',
    file: workbook({
      Cover: { rows: [['Glossary of the plant']] },
      Terms: {
        rows: [
          ['Area', 'Term', 'Explanation'],
          ['Tools', 'Kettle', 'A vessel.'],
          [null, 'Ladder', 'Leads up.'],
        ],
        merged: ['A2:A3'],
        hidden: [3],
      },
    }),
    type: xlsx,
    click: { sheet: 'Terms' },
    terms: ['Kettle||A vessel.|Tools|', 'Ladder||Leads up.|Tools|'],
  },
  {
    kept: 'a workbook with numbers as names and a title',
    file: workbook({
      Errors: { rows: [['Codes, version 3'], [], ['Code', 'Meaning'], [404, 'Not found'], [418, 'I am a teapot']] },
    }),
    type: xlsx,
    click: { columns: '{"Code": "name"}' },
    terms: ['404|Not found|Not found||', '418|I am a teapot|I am a teapot||'],
  },
  {
    kept: 'an object of names and texts in JSON',
    file: JSON.stringify({ QZA: 'Quality Zone Audit', LKB: 'Large Kettle Bell' }),
    type: 'application/json',
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit||', 'LKB|Large Kettle Bell|Large Kettle Bell||'],
  },
  {
    kept: 'a list in an object in JSON, with names of fields of its own',
    file: JSON.stringify({
      version: 1,
      acronyms: [{ abbreviation: 'QZA', expansion: 'Quality Zone Audit', tags: 'Plant' }],
    }),
    type: 'application/json',
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit|Plant|'],
  },
  {
    kept: 'YAML for documentation tools',
    file: lines('QZA: Quality Zone Audit', 'LKB: Large Kettle Bell'),
    type: 'text/yaml',
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit||', 'LKB|Large Kettle Bell|Large Kettle Bell||'],
  },
  {
    kept: 'a Contextive file that is called .txt',
    file: lines(
      'contexts:',
      '  - name: Plant',
      '    terms:',
      '      - name: Kettle',
      '        definition: A vessel.',
      '        aliases: [pot]',
    ),
    type: 'text/plain',
    terms: ['Kettle||A vessel.|Plant|pot'],
  },
  {
    kept: 'terms with short forms where there are any',
    file: lines(
      'Term,Abbreviation,Definition',
      'Kettle,,A vessel.',
      'Quality Zone Audit,QZA,A check.',
      'Ladder,,Leads up.',
    ),
    terms: ['Kettle||A vessel.||', 'QZA|Quality Zone Audit|A check.||', 'Ladder||Leads up.||'],
  },
  {
    kept: 'numbered rows, owners, and other names separated by commas',
    file: lines(
      'No.|Acronym|Long form|AKA|Owner',
      '1|QZA|Quality Zone Audit|zone audit, ZA|Ann',
      '2|LKB|Large Kettle Bell|bell|Bob',
    ),
    terms: [
      'QZA|Quality Zone Audit|Quality Zone Audit||zone audit;ZA',
      'LKB|Large Kettle Bell|Large Kettle Bell||bell',
    ],
  },
  {
    kept: 'rows that a spreadsheet has damaged',
    file: lines(
      'Acronym,Meaning',
      'QZA,Quality Zone Audit',
      '#N/A,Nothing',
      '1-Mar,Marine unit 1',
      'LKB,Large Kettle Bell',
    ),
    click: { on_error: 'skip' },
    faulty: 2,
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit||', 'LKB|Large Kettle Bell|Large Kettle Bell||'],
  },
  {
    kept: 'the same row twice, blank rows and trailing delimiters',
    file: lines(
      'Acronym,Definition,,',
      'QZA,A check of a zone.,,',
      ',,,',
      'QZA,A check of a zone.,,',
      'LKB,It rings at noon.,,',
    ),
    terms: ['QZA||A check of a zone.||', 'LKB||It rings at noon.||'],
  },
  {
    kept: 'Cyrillic in an old encoding, sent with its name',
    file: Buffer.from([...Buffer.from('Acronym;Meaning\n'), 0xd9, 0xe8, 0xf2, ...Buffer.from(';Alarm\n')]),
    type: 'text/csv; charset=windows-1251',
    terms: ['Щит|Alarm|Alarm||'],
  },
  {
    kept: 'headers that nobody knows',
    file: lines('Kennung;Klartext;Bemerkung', 'QZA;Quality Zone Audit;alt', 'LKB;Large Kettle Bell;neu'),
    terms: ['QZA|Quality Zone Audit|Quality Zone Audit||', 'LKB|Large Kettle Bell|Large Kettle Bell||'],
  },
]

type Term = Record<string, string> & { aliases: { name: string }[] }

for (const { kept, file, type = 'text/csv', click = {}, terms, faulty = 0 } of lists) {
  test(`${kept} is imported with at most one click`, async (service) => {
    const as = await service.person('editor')
    const { status, body } = await importFile(service, as, file, { type, ...click })
    assert.is(status, 200, JSON.stringify(body))
    assert.equal([body.totals.created, body.totals.failed], [terms.length, faulty])
    const { body: stored } = await service.request('GET', '/api/v1/terms?limit=500', { as })
    const read = stored.items.map(({ name, full_name, definition, category, aliases }: Term) =>
      [name, full_name, definition, category, aliases.map((alias) => alias.name).join(';')].join('|'),
    )
    assert.equal(read.sort(), [...terms].sort())
    const again = await importFile(service, as, file, { type, ...click })
    assert.is(again.body.totals.unchanged, terms.length, JSON.stringify(again.body))
  })
}

test('there are twenty lists', () => {
  assert.is(lists.length, 20)
  const clicks = lists.filter(({ click }) => click)
  assert.is(clicks.length, 3)
  for (const { click = {} } of clicks) assert.is(Object.keys(click).length, 1)
})

test.run()
