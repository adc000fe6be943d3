import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assignColumns } from '../lib/import/columns.ts'
import { type HeaderField, readHeader } from '../lib/import/headers.ts'

// The public list of headers: what each is taken for.

const test = suite('headers of lists')

const headers: Record<HeaderField, string[]> = {
  id: ['id', 'ID'],
  name: [
    ...['name', 'name*', '**Name**', 'Acronym', 'acronyms', 'ACRONYM NAME', '[Acronym](/list)'],
    ...['Acronym/Term', 'Acronym / Abbreviation', 'Term or Acronym', 'Acronym [max 10]', 'Term(s)'],
    ...[
      'Abbrev.',
      'Abbr',
      'Abbreviations',
      'Initialism',
      'Term\u200b',
      'The Term',
      'Business Term',
    ],
    ...['Word', 'Title', 'Phrase', 'Short form', '(Acronym)', 'Acronym:', '# Acronym'],
    ...['Abkürzung', 'ABKUERZUNG', 'Kürzel', 'Begriff', 'Akronym', 'Abkürzung/Begriff'],
    ...['Sigle', 'Acronyme', 'Abréviation', 'Terme', 'Mot'],
    ...['Sigla', 'Siglas', 'Acrónimo', 'Término', 'Abreviatura', 'Acronimo', 'Termine', 'Parola'],
  ],
  full_name: [
    ...['full_name', 'Full Name', 'fullName', 'Full Form', 'full-form', 'Stands For', 'Expansion'],
    ...['What it stands for', 'Long Form', 'Spelled Out', 'Spelled-out form', 'Written out'],
    ...['Langform', 'steht für', 'Ausgeschrieben', 'Forme longue', 'Nom complet'],
    ...['Nombre completo', 'Forma completa', 'Per esteso', 'Forma estesa'],
  ],
  meaning: [
    ...['Meaning', 'meanings', 'Meaning of acronym', 'Acronym Meaning', 'Bedeutung'],
    ...['Signification', 'Significado', 'Significato'],
  ],
  definition: [
    ...['definition', 'Definitions', 'DESCRIPTION', 'Explanation', 'What it means', 'Desc.'],
    ...['Definition (EN)', 'Meaning/Definition', 'Definition / Notes', 'Definition of the term'],
    ...['Short description', 'Beschreibung', 'Erklärung', 'ERKLAERUNG', 'Erläuterung'],
    ...['Définition', 'Explication', 'Definición', 'Descripción', 'Definizione', 'Descrizione'],
  ],
  category: [
    ...['category', 'Categories', 'Team', 'Team name', 'Department', 'Dept.', 'Domain', 'Tags'],
    ...['Context', 'Kategorie', 'Abteilung', 'Bereich', 'Catégorie', 'Domaine', 'Équipe'],
    ...['Categoría', 'Departamento', 'Categoria', 'Ambito'],
  ],
  aliases: [
    ...['aliases', 'Alias', 'Synonyms', 'Synonym', 'Also called', 'Also known as', 'AKA', 'a.k.a.'],
    ...['Synonyme', 'auch genannt', 'Synonymes', 'Aussi appelé', 'Sinónimos', 'Sinonimi'],
  ],
  misspellings: ['misspellings', 'Common misspellings'],
  discouraged: ['discouraged', 'Do not use'],
  status: ['status'],
}

const unknown = ['Notes', 'Owner', 'Related terms', 'File name', 'No.', '#', 'Name/Description', '']

test('each header is taken for a field', () => {
  for (const [field, list] of Object.entries(headers))
    for (const header of list) assert.is(readHeader(header)?.field, field, header)
  for (const header of unknown) assert.is(readHeader(header), undefined, header)
})

/** What the columns of a list are taken for: our fields, or - if they are ignored. */
function fieldsOf(rows: string[][], options = {}) {
  const [headers = [], ...cells] = rows
  const { positions, guesses } = assignColumns(headers, cells, {
    match: 'natural',
    trust_status: false,
    columns: {},
    reversed: [],
    ...options,
  })
  const fields = new Map(Object.entries(positions).map(([field, index]) => [index, field]))
  return {
    fields: headers.map((_, index) => fields.get(index) ?? '-').join(' '),
    keys: guesses.map(({ key }) => key).join(' '),
  }
}

const spelled = [
  ['QZA', 'Quality Zone Audit', 'An audit of a zone.'],
  ['LKB', 'Large Kettle Bell', 'It rings at noon.'],
]
const cells = (...order: number[]) =>
  spelled.map((row) => order.map((index) => row[index] ?? 'Ann'))

const lists: [header: string, order: number[], fields: string, guesses: string][] = [
  ['Acronym,Full Form,Meaning', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Stands For,Definition', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Meaning', [0, 1], 'name full_name', ''],
  ['Term,Meaning', [0, 2], 'name full_name', ''],
  ['Acronym,Meaning,Description', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Definition,Meaning', [0, 1, 2], 'name full_name definition', 'texts'],
  ['Acronym,Definition', [0, 1], 'name full_name', 'texts'],
  ['Acronym,Definition', [0, 2], 'name definition', ''],
  ['Acronym,Term,Definition', [0, 1, 2], 'name full_name definition', 'full_name'],
  ['Owner,Code,Text,More', [3, 0, 1, 2], '- name full_name -', 'name full_name'],
  ['Code,Text', [0, 2], 'name definition', 'name definition'],
  ['1,2,3', [0, 1, 2], 'name full_name definition', 'name full_name definition'],
  ['Acronym,Notes', [0, 2], 'name definition', 'definition'],
]

test('the cells decide what the headers leave open', () => {
  for (const [header, order, fields, keys] of lists)
    assert.equal(
      fieldsOf([header.split(','), ...cells(...order)]),
      { fields, keys },
      `${header} ${order}`,
    )
})

const repeated = [
  ['acronym', 'definition'],
  ['QZA', 'Zone inspection'],
  ['LKB', 'A bell'],
  ['QZA', 'Alloy of zinc'],
]

test('names that repeat with different texts have full names, unless a person says otherwise', () => {
  assert.is(fieldsOf(repeated).fields, 'name full_name')
  assert.is(fieldsOf(repeated, { reversed: ['texts'] }).fields, 'name definition')
  assert.is(fieldsOf(repeated, { columns: { definition: 'definition' } }).fields, 'name definition')
  const long = repeated.map(([name, text], row) => [
    name ?? '',
    row ? (text?.repeat(40) ?? '') : 'text',
  ])
  assert.is(fieldsOf([['acronym', 'definition'], ...long.slice(1)]).fields, 'name definition')
})

test('a column of short forms that is mostly empty is not the name', () => {
  const rows = [
    ['Term', 'Abbreviation', 'Definition'],
    ['Kettle', '', 'It boils water.'],
    ['Quality Zone Audit', 'QZA', 'An audit.'],
    ['Ladder', '', 'It leads up.'],
  ]
  assert.equal(fieldsOf(rows), { fields: 'name aliases definition', keys: 'name' })
})

test.run()
