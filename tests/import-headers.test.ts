import * as assert from 'uvu/assert'
import { assignColumns } from '../lib/import/columns.ts'
import { type HeaderField, readHeader, readLongHeader } from '../lib/import/headers.ts'
import { suite } from './support/suite.ts'

// The public list of headers: what each is taken for.

const test = suite('headers of lists')

const headers: Record<HeaderField, string[]> = {
  id: ['id', 'ID'],
  name: [
    ...['name', 'name*', '**Name**', 'Acronym', 'acronyms', 'ACRONYM NAME', '[Acronym](/list)'],
    ...['Acronym/Term', 'Acronym / Abbreviation', 'Term or Acronym', 'Acronym [max 10]', 'Term(s)'],
    ...['Abbrev.', 'Abbr', 'Abbreviations', 'Initialism', 'Term\u200b', 'The Term'],
    ...['Business Term'],
    ...['Word', 'Title', 'Phrase', 'Short form', '(Acronym)', 'Acronym:', '# Acronym'],
    ...['Abkürzung', 'ABKUERZUNG', 'Kürzel', 'Begriff', 'Akronym', 'Abkürzung/Begriff'],
    ...['Sigle', 'Acronyme', 'Abréviation', 'Terme', 'Mot'],
    ...['Afkorting', 'Begrip', 'Skrót', 'Termin', 'Pojęcie', 'Сокращение', 'Термин'],
    ...['АББРЕВИАТУРА'],
    ...['略語', '用語', '用語名', 'Acrônimo', 'Termo', 'Nome', 'Naam', 'Nazwa'],
    ...['Sigla', 'Siglas', 'Acrónimo', 'Término', 'Abreviatura', 'Acronimo', 'Termine', 'Parola'],
  ],
  in_texts: ['in_texts', 'In texts'],
  broader: ['broader'],
  differs_from: ['differs_from', 'Differs from'],
  replaced_by: ['replaced_by', 'Replaced by'],
  links: [
    ...['links', 'Link', 'URL', 'Source', 'References', 'More info', 'Quelle', 'Hyperlink'],
    ...['Source URL', 'Wiki link', 'Reference link(s)', 'More information', 'Further Reading'],
  ],
  full_name: [
    ...['full_name', 'Full Name', 'fullName', 'Full Form', 'full-form', 'Stands For', 'Expansion'],
    ...['What it stands for', 'Long Form', 'Spelled Out', 'Spelled-out form', 'Written out'],
    ...['Langform', 'steht für', 'Ausgeschrieben', 'Forme longue', 'Nom complet'],
    ...['Volledige naam', 'Voluit', 'Pełna nazwa', 'Rozwinięcie', 'Расшифровка', 'Полное название'],
    ...['正式名称', 'Por extenso', 'Nome completo'],
    ...['Nombre completo', 'Forma completa', 'Per esteso', 'Forma estesa'],
  ],
  meaning: [
    ...['Meaning', 'meanings', 'Meaning of acronym', 'Acronym Meaning', 'Bedeutung'],
    ...['Signification', 'Significado', 'Significato', 'Betekenis', 'Znaczenie', 'Значение'],
    ...['意味'],
  ],
  definition: [
    ...['definition', 'Definitions', 'DESCRIPTION', 'Explanation', 'What it means', 'Desc.'],
    ...['Definition (EN)', 'Meaning/Definition', 'Definition / Notes', 'Definition of the term'],
    ...['Short description', 'Beschreibung', 'Erklärung', 'ERKLAERUNG', 'Erläuterung'],
    ...['Omschrijving', 'Definitie', 'Opis', 'Definicja', 'Описание', 'Определение', '説明', '定義'],
    ...['Definição', 'Descrição', 'Explicação', 'O que é'],
    ...['Définition', 'Explication', 'Definición', 'Descripción', 'Definizione', 'Descrizione'],
  ],
  category: [
    ...['category', 'Categories', 'Team', 'Team name', 'Department', 'Dept.', 'Domain', 'Tags'],
    ...['Context', 'Kategorie', 'Abteilung', 'Bereich', 'Catégorie', 'Domaine', 'Équipe'],
    ...['Categorie', 'Afdeling', 'Dział', 'Kategoria', 'Категория', 'Отдел', 'カテゴリ', '部署'],
    ...['Equipe'],
    ...['Categoría', 'Departamento', 'Categoria', 'Ambito'],
  ],
  aliases: [
    ...['aliases', 'Alias', 'Synonyms', 'Synonym', 'Also called', 'Also known as', 'AKA', 'a.k.a.'],
    ...['Synonyme', 'auch genannt', 'Synonymes', 'Aussi appelé', 'Sinónimos', 'Sinonimi'],
    ...['Synoniemen', 'Synonimy', 'Синонимы', '同義語', '別名', 'Sinônimos'],
  ],
  misspellings: ['misspellings', 'Common misspellings'],
  discouraged: ['discouraged', 'Do not use'],
  status: ['status'],
}

/** A word for a field among others. */
const long: [header: string, field: HeaderField | undefined][] = [
  ['Acronym used in the plant', 'name'],
  ['Official glossary term', 'name'],
  ['Full definition for new colleagues', 'definition'],
  ['Beschreibung für Neue', 'definition'],
  ['Kurzbeschreibung', 'definition'],
  ['Omschrijving van het begrip', 'definition'],
  ['Pełna nazwa pojęcia', 'full_name'],
  ['Расшифровка сокращения', 'full_name'],
  ['Полное название термина', 'full_name'],
  ['用語の説明', 'definition'],
  ['Descrição do termo de negócio', 'definition'],
  ['Data domain of the term', 'category'],
  ['Parent Term Name', undefined],
  ['Term Template Names', undefined],
  ['Definition source', undefined],
  ['Term owner', undefined],
  ['Team lead', undefined],
  ['Created by', undefined],
  ['Related terms in other lists', undefined],
]

test('a word for a field counts in a longer header, too', () => {
  for (const [header, field] of long) assert.is(readLongHeader(header)?.field, field, header)
})

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
    isDefined: false,
    ...options,
  })
  const { other_name: _, ...own } = positions
  const fields = new Map(Object.entries(own).map(([field, index]) => [index, field]))
  return {
    fields: headers.map((_, index) => fields.get(index) ?? '-').join(' '),
    keys: guesses.map(({ key }) => key).join(' '),
  }
}

const spelled = [
  ['QZA', 'Quality Zone Audit', 'An audit of a zone.'],
  ['LKB', 'Large Kettle Bell', 'It rings at noon.'],
]
const cells = (...order: number[]) => spelled.map((row) => order.map((index) => row[index] ?? 'Ann'))

const lists: [header: string, order: number[], fields: string, guesses: string][] = [
  ['Acronym,Full Form,Meaning', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Stands For,Definition', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Meaning', [0, 1], 'name full_name', ''],
  ['Term,Meaning', [0, 2], 'name full_name', ''],
  ['Acronym,Meaning,Description', [0, 1, 2], 'name full_name definition', ''],
  ['Acronym,Definition,Meaning', [0, 1, 2], 'name full_name definition', 'texts'],
  ['Acronym,Definition', [0, 1], 'name full_name', 'texts'],
  ['Acronym,Definition', [0, 2], 'name definition', ''],
  ['Acronym,Term,Definition', [0, 1, 2], 'name full_name definition', 'name'],
  ['Owner,Code,Text,More', [3, 0, 1, 2], '- name full_name definition', 'name full_name definition'],
  ['Code,Text', [0, 2], 'name definition', 'name definition'],
  ['1,2,3', [0, 1, 2], 'name full_name definition', 'name full_name definition'],
  ['Acronym,Notes', [0, 2], 'name definition', 'definition'],
]

test('the cells decide what the headers leave open', () => {
  for (const [header, order, fields, keys] of lists)
    assert.equal(fieldsOf([header.split(','), ...cells(...order)]), { fields, keys }, `${header} ${order}`)
})

const repeated = [
  ['acronym', 'text'],
  ['QZA', 'Zone inspection'],
  ['LKB', 'A bell'],
  ['QZA', 'Alloy of zinc'],
]

test('names that repeat with different texts have full names, unless a person says otherwise', () => {
  assert.is(fieldsOf(repeated).fields, 'name full_name')
  assert.is(fieldsOf(repeated, { reversed: ['texts'] }).fields, 'name definition')
  assert.is(fieldsOf(repeated, { columns: { text: 'definition' } }).fields, 'name definition')
  const long = repeated.map(([name, text], row) => [name ?? '', row ? (text?.repeat(40) ?? '') : 'text'])
  assert.is(fieldsOf(long).fields, 'name definition')
  const headed = [['acronym', 'definition'], ...repeated.slice(1)]
  assert.is(fieldsOf(headed).fields, 'name definition')
  const teams = repeated.map((row, index) => [...row, index ? `Team ${index}` : 'team'])
  assert.is(fieldsOf(teams).fields, 'name definition category')
  const rare = Array.from({ length: 20 }, (_, index) => [`N${index}`, `A text, number ${index}`])
  assert.is(fieldsOf([...repeated, ...rare]).fields, 'name definition')
})

test('a column of short forms has the names where it is filled, unless a person says otherwise', () => {
  const rows = [
    ['Term', 'Abbreviation', 'Definition'],
    ['Kettle', '', 'It boils water.'],
    ['Quality Zone Audit', 'QZA', 'An audit.'],
    ['Ladder', '', 'It leads up.'],
  ]
  assert.equal(fieldsOf(rows), { fields: 'full_name name definition', keys: 'name' })
  assert.is(fieldsOf(rows, { reversed: ['name'] }).fields, 'name aliases definition')
  const purview = [['Nick Name', 'Name', 'Status', 'Definition', 'Acronym', 'Related Terms', 'Synonyms']]
  purview.push(['', 'Quality Zone Audit', 'Approved', 'An audit.', 'QZA', 'LKB', 'zone audit'])
  assert.is(fieldsOf(purview).fields, '- full_name - definition name - aliases')
})

test.run()
