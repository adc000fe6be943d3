import { strFromU8, unzipSync } from 'fflate'
import { load, YAML11_SCHEMA } from 'js-yaml'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import * as assert from 'uvu/assert'
import { columnsIn } from '../lib/export/csv.ts'
import type { FormatName } from '../lib/export/formats.ts'
import { maxUnpacked } from '../lib/import/workbook.ts'
import { type Status, statuses, type Term } from '../lib/schemas/term.ts'
import { apiToken } from './support/credentials.ts'
import { formatNames } from './support/export-formats.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('contents of exports')

/** Exports all terms, and gives the bytes and the text; the text of all files of an archive. */
async function exportAll(service: TestService, format: FormatName, query = '') {
  const { session } = await service.person()
  const url = `http://localhost:8000/api/v1/export?status=all&format=${format}${query}`
  const headers = { authorization: `Bearer ${session}` }
  const response = await service.app(new Request(url, { headers }), '127.0.0.1')
  assert.is(response.status, 200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isArchive = strFromU8(bytes.subarray(0, 2)) === 'PK'
  const text = isArchive
    ? Object.values(unzipSync(bytes))
        .map((file) => strFromU8(file))
        .join('\n')
    : strFromU8(bytes)
  const [type, total] = ['content-type', 'x-total-count'].map((name) => response.headers.get(name))
  return { bytes, text, type: type ?? '', total }
}

const terms = async (service: TestService): Promise<Term[]> => JSON.parse((await exportAll(service, 'json')).text)

/** Adds a term with each status, which is its definition too, so that no status is found by accident. */
async function addEachStatus(service: TestService) {
  const as = await service.person()
  for (const [i, status] of statuses.entries()) {
    const { id } = await service.term(as, { name: `Q${i}`, definition: 'A thing.', category: 'c' })
    await setStatus(service, id, status)
  }
}

/** How a format shows a name and the status of its term. */
const saysStatus: Partial<Record<FormatName, (name: string, status: Status) => RegExp>> = {
  markdown: (name, status) => new RegExp(`^## ${name} \\(${status}\\)$`, 'm'),
  json: (name, status) => new RegExp(`"name":"${name}"[^}]*"status":"${status}"`),
  csv: (name, status) => new RegExp(`"${name}",.*,"${status}",`),
  xlsx: (name, status) => new RegExp(`>${name}<(?:(?!<row ).)*>${status}<`),
  skos: (name, status) => new RegExp(`"prefLabel":"${name}".*"note":"Status: ${status}"`),
  tbx: (name, status) => new RegExp(`<note>Status: ${status}</note>(?:(?!conceptEntry)[^])*<term>${name}</term>`),
  context: (name, status) =>
    new RegExp(`\\*\\*${name}\\*\\*:\nA thing\\.\n${status === 'official' ? '(?!_)' : `_Status_: ${status}\n`}`),
  contextive: (name, status) => new RegExp(`name: ${name}\\n +definition: A thing.\\n +meta:\\n +status: ${status}\\n`),
}

test('every format that can says the status of each term', async (service) => {
  await addEachStatus(service)
  assert.equal(
    formatNames.filter((format) => !saysStatus[format]),
    ['words', 'phrases', 'vale'],
  )
  for (const [format, pattern] of Object.entries(saysStatus)) {
    const { text } = await exportAll(service, format as FormatName)
    for (const [i, status] of statuses.entries()) assert.match(text, pattern(`Q${i}`, status))
  }
})

test('TBX prefers only the names of trusted terms', async (service) => {
  await addEachStatus(service)
  const { text } = await exportAll(service, 'tbx')
  const found = [...text.matchAll(/<term>Q\d<\/term><min:administrativeStatus>(\w+)/g)]
  assert.equal(
    found.map(([, status]) => status),
    ['admittedTerm', 'admittedTerm', 'preferredTerm', 'preferredTerm'],
  )
})

test('no format has a term that nobody has defined, whatever its status', async (service) => {
  const as = await service.person('admin')
  await service.term(as, { name: 'QZA' })
  for (const status of statuses) {
    await service.sql`
      insert into terms (name, definition, status, source)
      values (${`XYQ ${status}`}, '', ${status}, 'discovery')`
  }
  for (const format of formatNames) {
    const { text, total } = await exportAll(service, format)
    assert.match(text, 'QZA', format)
    assert.not.match(text, 'XYQ', format)
    assert.is(total, '1', format)
  }
  const [term] = await service.sql<Term[]>`
    select id, version from terms where name = 'XYQ official'`
  const body = { version: term?.version, definition: 'What it means.' }
  await service.request('PUT', `/api/v1/terms/${term?.id}`, { as, body })
  assert.equal(
    (await terms(service)).map(({ name }) => name),
    ['QZA', 'XYQ official'],
  )
})

/** Texts that YAML 1.1 reads as something else unless they are quoted. */
const misread = [
  ...['yes', 'No', 'on', 'OFF', 'y', 'true', 'null', '~', '1:1', '190:20:30', '012', '0x1F', '0b1'],
  ...['1_000', '.5', '1e3', '.inf', '2001-01-01', '=', '<<', '- a', 'a: b', 'a #b', '@a', '%a'],
]

/** A name has a letter or a digit. */
const named = (text: string) => (/[\p{L}\p{N}]/u.test(text) ? text : `${text} x`)

test('YAML 1.1 reads the texts of Contextive as texts', async (service) => {
  const as = await service.person()
  for (const [i, text] of misread.entries()) {
    const name = named(text)
    await service.term(as, { name, definition: text, category: text, aliases: [`${i}:1`] })
  }
  const definition = 'one\ttwo\n\tthree'
  await service.term(as, { name: 'zz', definition, category: 'zz' })
  const { text } = await exportAll(service, 'contextive')
  const { contexts } = load(text, { schema: YAML11_SCHEMA }) as {
    contexts: { name: string; terms: { name: string; definition: string; aliases?: string[] }[] }[]
  }
  const read = contexts.flatMap(({ name: category, terms }) =>
    terms.map(({ name, definition, aliases }) => ({ category, name, definition, aliases })),
  )
  const expected = [
    ...misread.map((each, i) => ({ ...{ category: each, name: named(each), definition: each }, aliases: [`${i}:1`] })),
    { category: 'zz', name: 'zz', definition, aliases: undefined },
  ]
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  assert.equal(read.sort(byName), expected.sort(byName))
})

test('a feed of Contextive is text, which Contextive can read', async (service) => {
  const as = await service.person()
  const { token } = await apiToken(service, as, ['feed'])
  const { headers } = await service.request('GET', `/feeds/${token}/contextive`)
  assert.is(headers.get('content-type'), 'text/yaml; charset=utf-8')
  const etag = headers.get('etag') ?? ''
  const again = await service.request('GET', `/feeds/${token}/contextive`, { headers: { 'if-none-match': etag } })
  assert.is(again.status, 304)
})

test('SKOS has one label for a collection, however its category is spelt', async (service) => {
  const as = await service.person()
  for (const [i, category] of ['Operations', 'operations', 'OPERATIONS', 'Ops'].entries()) {
    await service.term(as, { name: `Q${i}`, category })
  }
  const { '@graph': graph } = JSON.parse((await exportAll(service, 'skos')).text)
  const collections = graph.flatMap(({ collection }: { collection?: object }) => collection ?? [])
  const distinct = new Set(collections.map((each: object) => JSON.stringify(each)))
  assert.is(collections.length, 4)
  assert.is(distinct.size, 2)
})

test('CSV begins with a byte order mark if asked for, and has another ETag', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'QZA' })
  const plain = await exportAll(service, 'csv')
  const marked = await exportAll(service, 'csv', '&bom=true')
  assert.equal(Buffer.from(marked.bytes), Buffer.concat([Buffer.from('\ufeff'), plain.bytes]))
  assert.equal((await exportAll(service, 'json', '&bom=true')).text, (await exportAll(service, 'json')).text)
  const tag = async (query: string) =>
    (await service.request('GET', `/api/v1/export?format=csv${query}`, { as })).headers.get('etag')
  assert.is.not(await tag(''), await tag('&bom=true'))
})

/** The cells of the one sheet of a workbook, by address; those that are empty are absent. */
function readWorkbook(bytes: Uint8Array): Record<string, string> {
  const files = unzipSync(bytes)
  for (const file of Object.values(files)) XmlDocument.fromBuffer(file)
  const sheet = XmlDocument.fromBuffer(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const main = { m: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' }
  const cells = sheet.root.find('//m:row/m:c', main) as XmlElement[]
  const decode = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  return Object.fromEntries(cells.map((cell) => [cell.attr('r')?.value, cell.content.replace(/_x(\w{4})_/g, decode)]))
}

test('a workbook has the rows of CSV, as they are', async (service) => {
  const as = await service.person()
  const definition = '=1+1 <b> & "quoted"\r\n\tnext _x000D_ _x000d_  '
  await service.term(as, { name: '=QZA', definition, aliases: ['a;b', 'c'] })
  const { bytes } = await exportAll(service, 'xlsx')
  const cells = readWorkbook(bytes)
  const [term] = await terms(service)
  const row = { A: term?.id, B: '=QZA', D: term?.definition, F: 'a\\;b;c', I: 'pending', J: '0', K: '0' }
  for (const [i, name] of columnsIn([]).entries()) {
    const letter = String.fromCharCode(65 + i)
    assert.is(cells[`${letter}1`], name)
    if (i < 11) assert.is(cells[`${letter}2`], row[letter as keyof typeof row], letter)
  }
})

test('a workbook of 50,000 terms is not too large for an import', async (service) => {
  const as = await service.person()
  const definition = 'What the team uses to describe the thing that it has been working on for some time. '
  for (let i = 0; i < 10; i++) {
    const [name, full_name] = [`ABCDE${i}`, `Alpha Beta Component Delta ${i}`]
    await service.term(as, { name, full_name, definition, category: 'Team 12', aliases: ['abc-d'] })
  }
  const { bytes } = await exportAll(service, 'xlsx')
  const size = unzipSync(bytes)['xl/worksheets/sheet1.xml']?.length ?? 0
  assert.ok(size > 0 && (size / 10) * 50_000 < maxUnpacked, `${size / 10} bytes per term`)
})

for (const format of ['csv', 'json', 'xlsx', 'contextive'] as const) {
  test(`importing an export as ${format} changes nothing`, async (service) => {
    const as = await service.person('editor')
    await addEachStatus(service)
    const definition = '=1+1 <b>\n\tnext _x000D_, 007'
    await service.term(as, { name: 'yes', full_name: '1:30 Things', definition, category: 'on' })
    const { bytes, type } = await exportAll(service, format)
    const response = await service.app(
      new Request('http://localhost:8000/api/v1/import', {
        method: 'POST',
        headers: { authorization: `Bearer ${as.session}`, 'content-type': type },
        body: bytes,
      }),
      '127.0.0.1',
    )
    const { totals } = (await response.json()) as { totals: object }
    assert.equal(totals, { created: 0, updated: 0, unchanged: 5, skipped: 0, failed: 0 })
  })
}

test.run()
