import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { fileEndings, fileTypes, formatOf, formatOfType, formats } from '../lib/import/formats.ts'
import { fileFormats } from '../lib/schemas/import.ts'
import { importFile, lines } from './support/imports.ts'
import { root } from './support/sources.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('import, formats')
const documentOfImports = readFileSync(`${root}docs/import.md`, 'utf8')

/** What a dry run says: the texts of the new terms. */
async function dryRun(service: TestService, body: string | Uint8Array, options: Record<string, string> = {}) {
  const as = await service.person('editor')
  const answer = await importFile(service, as, body, { dry_run: 'true', ...options })
  const terms = answer.body.rows?.map(({ changes }: { changes: Record<string, { to: unknown }> }) =>
    Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])),
  )
  return { ...answer.body, status: answer.status, terms }
}

const cafe = 'name;definition\nCafé;Größe “x”\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const windows1252 = Buffer.from(cafe.replace('“', '\x93').replace('”', '\x94'), 'latin1')

const encodings: Record<string, [bytes: Uint8Array, encoding: string]> = {
  'UTF-8': [Buffer.from(cafe), 'utf-8'],
  'UTF-8 with a byte order mark': [Buffer.from(`\ufeff${cafe}`), 'utf-8'],
  'UTF-16LE with a byte order mark': [utf16(`\ufeff${cafe}`), 'utf-16le'],
  'UTF-16BE with a byte order mark': [utf16(`\ufeff${cafe}`).swap16(), 'utf-16be'],
  'UTF-16LE without one': [utf16(cafe), 'utf-16le'],
  'Windows-1252': [windows1252, 'windows-1252'],
}

test('encodings and delimiters are detected', async (service) => {
  for (const [name, [bytes, encoding]] of Object.entries(encodings)) {
    const { terms, source } = await dryRun(service, bytes)
    assert.equal([source.encoding, source.delimiter], [encoding, ';'], name)
    assert.equal([terms[0].name, terms[0].definition], ['Café', 'Größe “x”'], name)
  }
  for (const delimiter of [',', ';', '\t', '|']) {
    const body = lines(`name${delimiter}definition`, `SLA${delimiter}"a, b; c | d\te"`)
    const { terms, source } = await dryRun(service, body)
    assert.equal([source.delimiter, terms[0].name], [delimiter, 'SLA'])
  }
})

test('encoding= and delimiter= override what is detected', async (service) => {
  const options = { encoding: 'iso-8859-2', delimiter: '|' }
  const read = await dryRun(service, Buffer.from('name|meaning\n\xb1|y, z\n', 'latin1'), options)
  assert.equal([read.terms[0].name, read.source.encoding, read.source.delimiter], ['ą', 'iso-8859-2', '|'])
})

const headers: [header: string, used: Record<string, string>, ignored: string[]][] = [
  ['Acronym,Meaning,Notes', { Acronym: 'name', Meaning: 'full_name' }, ['Notes']],
  ['DESCRIPTION,Term', { DESCRIPTION: 'definition', Term: 'name' }, []],
  ['term,acronym,Long Form', { acronym: 'name', 'Long Form': 'full_name' }, ['term']],
  ['Full_Name,expansion,NAME', { Full_Name: 'full_name', NAME: 'name' }, ['expansion']],
  ['abbreviation,synonyms,tags', { abbreviation: 'name', synonyms: 'aliases', tags: 'category' }, []],
]

test('columns have our names or those of other tools, in any order', async (service) => {
  for (const [header, used, ignored] of headers) {
    const { columns } = await dryRun(service, lines(header, 'a,b,c'))
    assert.equal(columns, { used, ignored }, header)
  }
})

test('columns= reassigns columns', async (service) => {
  const body = lines('Code,Name,Text', 'SLA,ignored,A promise.')
  const columns = JSON.stringify({ Code: 'name', Text: 'definition' })
  const read = await dryRun(service, body, { columns })
  assert.equal(read.columns, { used: { Code: 'name', Text: 'definition' }, ignored: ['Name'] })
  assert.equal(read.terms, [{ name: 'SLA', definition: 'A promise.', status: 'pending' }])
  for (const wrong of ['{', '{"Text":"nothing"}', '{"Other":"name"}', '{"Text":"name","Name":"name"}']) {
    assert.is((await dryRun(service, body, { columns: wrong })).status, 422, wrong)
  }
  const none = await dryRun(service, body, { columns: '{"Name":null,"Code":null}' })
  assert.match(none.detail, /Its columns are: Code, Name, Text/)
})

test('of two columns that differ only in case, columns= reassigns the one that it names', async (service) => {
  const body = lines('Name,name,definition', 'SLA,MSA,A promise.')
  for (const [header, name] of [
    ['Name', 'SLA'],
    ['name', 'MSA'],
  ] as const) {
    const other = header === 'Name' ? 'name' : 'Name'
    const columns = JSON.stringify({ [header]: 'name', [other]: null })
    assert.is((await dryRun(service, body, { columns })).terms[0].name, name)
  }
})

test('characters of two UTF-16 units stay whole wherever they are', async (service) => {
  const rows = Array.from({ length: 40 }, (_, index) => `N${index},${'😀'.repeat(1000)}${'x'.repeat(index % 2)}`)
  const { terms } = await dryRun(service, lines('name,definition', ...rows))
  assert.is(terms.length, 40)
  for (const { definition } of terms) assert.match(definition, /^(😀){1000}x?$/u)
})

test('without a definition column, the expansion is the definition of new terms', async (service) => {
  const { terms } = await dryRun(service, lines('acronym,expansion', 'SLA,Service Level Agreement'))
  assert.equal([terms[0].full_name, terms[0].definition], Array(2).fill('Service Level Agreement'))
})

test('category= is for rows without one', async (service) => {
  const body = lines('name,definition,category', 'SLA,x,', 'MSA,x,Legal')
  const { terms } = await dryRun(service, body, { category: 'Operations' })
  assert.equal([terms[0].category, terms[1].category], ['Operations', 'Legal'])
})

test('an apostrophe before a formula is removed, once', async (service) => {
  const cells = ["'=1+1", "''=x", "'@x", "'tis", "'-1"]
  const { terms } = await dryRun(service, lines('name,definition', ...cells.map((cell) => `${cell},x`)))
  assert.equal(
    terms.map(({ name }: { name: string }) => name),
    ['=1+1', "'=x", '@x', "'tis", '-1'],
  )
})

test('a cell can have line breaks, and its row is counted once', async (service) => {
  const body = 'name,definition\r\nSLA,"a\r\n""b"""\r\nMSA,\r\n'
  const { terms, rows } = await dryRun(service, body)
  assert.equal([rows[0].row, rows[0].outcome, terms[1].definition], [3, 'failed', 'a\r\n"b"'])
})

test('JSON is our export', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLA', aliases: ['SLAs', { name: 'SAL', kind: 'misspelling' }] })
  const { body: exported } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  const json = { type: 'application/json' }
  const same = await dryRun(service, JSON.stringify(exported), json)
  assert.equal([same.totals.unchanged, same.source.delimiter], [1, null])
  const changed = await dryRun(service, JSON.stringify([{ ...exported[0], aliases: ['SLAs'] }]), json)
  assert.equal(changed.terms, [{ aliases: [{ name: 'SLAs', kind: 'alias' }] }])
  const faulty = await dryRun(service, '[{"name":"MSA","definition":7,"aliases":[{}]},"x"]', json)
  assert.equal(
    faulty.rows.map(({ row, errors }: Record<string, { path: string }[]>) => [row, errors?.[0]?.path]),
    [
      [1, 'definition'],
      [2, ''],
    ],
  )
})

const contextive = `
contexts:
  - name: Cargo
    domainVisionStatement: To manage the routing of cargo.
    terms:
      - name: Leg
        definition: Moving a cargo between two ports
        examples: [The leg ends in Hamburg.]
        aliases: [policy leg, Segment]
      - name: "404"
        definition: No
  - name: Billing
    terms:
      - name: Leg
        definition: A part of a price.
`

test('YAML is a Contextive file: a context is a category', async (service) => {
  const { terms, columns } = await dryRun(service, contextive, { type: 'application/yaml' })
  assert.equal(columns.ignored, ['examples'])
  assert.equal(
    terms.map(({ name, category, definition }: Record<string, string>) => [name, category, definition]),
    [
      ['Leg', 'Cargo', 'Moving a cargo between two ports'],
      ['404', 'Cargo', 'No'],
      ['Leg', 'Billing', 'A part of a price.'],
    ],
  )
  assert.equal(terms[0].aliases.length, 2)
})

const bomb = `a: &a [x,x]\nb: &b [*a,*a]\ncontexts:\n  - &c {name: x, terms: [${'*a,'.repeat(2000)}]}\n`
/** Lists whose aliases make nine times as many parts of each other. */
const multiplied = Array.from({ length: 12 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i && 9)}x]\n`)
const unreadable: [file: string | Uint8Array, type: string, detail: RegExp][] = [
  ['', 'text/csv', /is empty/],
  ['\n\n', 'text/csv', /is empty/],
  ['name,definition\n', 'text/csv', /has no rows/],
  ['page,text\n1,x\n', 'text/csv', /no column for the name.*page, text/],
  ['name,definition\na\0,b\n', 'text/csv', /NUL/],
  ['name,definition\nSLA,"never closed\n', 'text/csv', /line 2 is never closed/],
  [`name,definition\n${'a,b\n'.repeat(50_001)}`, 'text/csv', /more than 50,000 rows/],
  [`name${',x'.repeat(300)}\n`, 'text/csv', /more than 200 columns/],
  [Buffer.from('PK\x03\x04\x14\x00', 'latin1'), 'text/csv', /Save the sheet as CSV/],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel', /Save it as .xlsx/],
  ['{"items":[]}', 'application/json', /no rows/],
  ['7', 'application/json', /list of terms/],
  ['[', 'application/json', /not valid JSON/],
  ['[]', 'application/json', /no column|no rows/],
  ['a: [', 'application/yaml', /not valid YAML: [a-z]/],
  ['terms: []', 'application/yaml', /no rows/],
  [bomb, 'application/yaml', /not valid YAML/],
  [multiplied.join(''), 'application/yaml', /too complex/],
  ['a: &a [*a]', 'application/yaml', /too complex/],
  ['- &a {name: SLA, definition: *a}', 'application/yaml', /too complex/],
  [`[${'{},'.repeat(6e6)}{}]`, 'application/json', /too complex/],
  [`[${'1,'.repeat(9e6)}1]`, 'application/json', /too complex/],
  [`[${'{},'.repeat(6e6)}{}]`, 'application/yaml', /too complex/],
  ['['.repeat(1e6), 'application/json', /too complex/],
]

test('a file that cannot be read is 422 and says why, without rows', async (service) => {
  for (const [file, type, detail] of unreadable) {
    const answer = await dryRun(service, file, { type })
    assert.is(answer.status, 422, String(detail))
    assert.match(answer.detail, detail)
    assert.is(answer.rows, undefined)
  }
})

test('other media types and compressed files are 415, more than 20 MiB is 413', async (service) => {
  const as = await service.person('editor')
  const answer = await importFile(service, as, 'name', { type: 'application/pdf' })
  assert.equal([answer.status, answer.body.code], [415, 'unsupported_type'])
  const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
  const post = (body: string | Uint8Array, more = {}) =>
    service.request('POST', '/api/v1/import', { as, body, headers: { ...headers, ...more } })
  assert.is((await post('x')).status, 415)
  const large = await post(new Uint8Array(20 * 1024 ** 2 + 1), { 'content-encoding': 'identity' })
  assert.equal([large.status, large.body.detail], [413, 'The body is larger than 20 MiB.'])
})

test('a format says its media types and endings once: for the API, the page, the document and the database', async (service) => {
  const as = await service.person('editor')
  const { text: page } = await service.request('GET', '/import', { as })
  const { body: api } = await service.request('GET', '/openapi.json')
  const { 'multipart/form-data': _, ...files } = api.paths['/api/v1/import'].post.requestBody.content
  assert.equal(Object.keys(files), fileTypes)
  assert.ok(page.includes(`accept="${fileEndings.map((ending) => `.${ending}`).join()}"`))
  for (const type of fileTypes) assert.ok(documentOfImports.includes(`\`${type}\``), type)
  const importAs = (format: string) =>
    service.sql`insert into imports (format, totals) values (${format}, '{}') returning format`
  for (const name of fileFormats) {
    const { types, endings, label } = formats[name]
    assert.equal(
      [...types.map(formatOfType), ...endings.map((ending) => formatOf(`a.b.${ending.toUpperCase()}`))].filter(
        (each) => each !== name,
      ),
      [],
    )
    assert.ok(page.includes(label))
    assert.equal([...(await importAs(name))], [{ format: name }])
  }
  const refused = await importAs('doc').catch(({ message }) => message)
  assert.match(String(refused), 'import_format_listed')
})

test.run()
