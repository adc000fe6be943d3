import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { load } from 'js-yaml'
import jsonld from 'jsonld'
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm'
import * as assert from 'uvu/assert'
import type { FormatName } from '../lib/export/formats.ts'
import type { Alias } from '../lib/schemas/content.ts'
import type { Status, Term } from '../lib/schemas/term.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('formats of exports')

/** Texts that each format has to escape. */
const nasty = [
  ...['<b>&amp; "quoted" \'too\' ]]>', '- a: b # c\n  %d: |\n\n    e\t', 'line\r\nline\rline'],
  ...["=1+1, 'x", '[a]: {b} *c* $d ^e \\f (g) ?', 'null', '~', '😀 Übergabe عربي', '1e3'],
]

/** Adds terms with aliases of every kind, in categories and without. */
async function addTerms(service: TestService) {
  const as = await service.person()
  for (const [i, text] of nasty.entries()) {
    const label = text.replace(/\s+/g, ' ').trim()
    await service.term(as, { name: `${label} ${i}`, definition: text, category: i % 2 ? label : null })
  }
  await service.term(as, {
    name: 'SLO',
    full_name: 'Service Level Objective',
    definition: 'The level that we aim for.',
    category: 'Operations',
    aliases: [
      ...['C++ target', 'service goal', 'Service Level Objective'],
      { name: 'SOL', kind: 'misspelling' },
      { name: 'uptime promise', kind: 'discouraged' },
      { name: 'UP', kind: 'discouraged' },
    ],
  })
  await service.term(as, {
    name: 'error budget',
    category: 'operations',
    aliases: [{ name: 'uptime promise', kind: 'discouraged' }],
  })
}

async function exported(service: TestService, format: FormatName) {
  const as = await service.person()
  const headers = { authorization: `Bearer ${as.session}` }
  const url = `http://localhost:8000/api/v1/export?status=all&format=${format}`
  const response = await service.app(new Request(url, { headers }), '127.0.0.1')
  assert.is(response.status, 200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const asText = async (service: TestService, format: FormatName) => strFromU8((await exported(service, format)).bytes)

async function allTerms(service: TestService): Promise<Term[]> {
  return JSON.parse(await asText(service, 'json'))
}

const named = ({ aliases }: Term, kind: Alias['kind']) =>
  aliases.filter((alias) => alias.kind === kind).map(({ name }) => name)

test('each format has its media type and its file name', async (service) => {
  const seen: Record<string, string[]> = {}
  for (const format of ['xlsx', 'skos', 'tbx', 'contextive', 'words', 'vale'] as const) {
    const { headers } = (await exported(service, format)).response
    seen[format] = [headers.get('content-type') ?? '', headers.get('content-disposition') ?? '']
  }
  const file = (name: string) => `attachment; filename="${name}"`
  assert.equal(seen, {
    xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', file('glossary.xlsx')],
    skos: ['application/ld+json', file('glossary.jsonld')],
    tbx: ['application/x-tbx', file('glossary.tbx')],
    contextive: ['application/yaml', file('glossary.yml')],
    words: ['text/plain; charset=utf-8', file('glossary.txt')],
    vale: ['application/zip', file('vale.zip')],
  })
})

test('SKOS is JSON-LD that needs no network, with a concept per term and a collection per category', async (service) => {
  await addTerms(service)
  const document = JSON.parse(await asText(service, 'skos'))
  const documentLoader = () => {
    throw new Error('it needs the network')
  }
  const quads = (await jsonld.toRDF(document, { documentLoader })) as unknown as {
    subject: { value: string }
    predicate: { value: string }
    object: { value: string; language?: string }
  }[]
  const skos = 'http://www.w3.org/2004/02/skos/core#'
  const objects = (subject: string, property: string) =>
    quads
      .filter((quad) => quad.subject.value === subject && quad.predicate.value === skos + property)
      .map(({ object }) => object.value)
      .sort()
  const subjects = (type: string) =>
    new Set(quads.filter(({ object }) => object.value === skos + type).map((q) => q.subject.value))
  const terms = await allTerms(service)
  const { appUrl } = service.ctx.settings
  assert.is(subjects('Concept').size, terms.length)
  for (const term of terms) {
    const uri = `${appUrl}/terms/${term.id}`
    assert.equal(objects(uri, 'prefLabel'), [term.name])
    assert.equal(objects(uri, 'definition'), [term.definition])
    assert.equal(objects(uri, 'inScheme'), [`${appUrl}/`])
    const hidden = [...named(term, 'misspelling'), ...named(term, 'discouraged')]
    assert.equal(objects(uri, 'hiddenLabel'), hidden.sort())
    const others = new Set([...(term.full_name ? [term.full_name] : []), ...named(term, 'alias')])
    assert.equal(objects(uri, 'altLabel'), [...others].sort())
  }
  const operations = `${appUrl}/?category=operations`
  assert.ok(subjects('Collection').has(operations))
  assert.equal(objects(`${appUrl}/`, 'prefLabel'), ['Glossary'])
  for (const { predicate, object } of quads)
    if (/[lL]abel$|definition$/.test(predicate.value)) assert.is(object.language, 'en')
  const members = terms.filter(({ category }) => category?.toLowerCase() === 'operations')
  assert.equal(objects(operations, 'member'), members.map(({ id }) => `${appUrl}/terms/${id}`).sort())
})

const schema = readFileSync(new URL('support/tbx-basic.rng', import.meta.url), 'utf8')

test('TBX is valid TBX-Basic, and has every term but misspellings', async (service) => {
  await addTerms(service)
  const [one, other, third] = (await allTerms(service)).map(({ id }) => id)
  const as = await service.person('editor')
  for (const path of [
    ...[`${one}/relations/differs_from/${other}`, `${one}/relations/broader/${third}`],
    `${other}/relations/replaced_by/${third}`,
  ])
    assert.is((await service.request('PUT', `/api/v1/terms/${path}`, { as })).status, 204)
  const document = XmlDocument.fromString(await asText(service, 'tbx'))
  const validator = RelaxNGValidator.fromDoc(XmlDocument.fromString(schema))
  validator.validate(document)
  const namespaces = {
    t: 'urn:iso:std:iso:30042:ed-2',
    min: 'http://www.tbxinfo.net/ns/min',
    basic: 'http://www.tbxinfo.net/ns/basic',
  }
  const texts = (of: XmlElement, path: string) => of.find(path, namespaces).map((node) => node.content)
  const entries = document.root.find('//t:conceptEntry', namespaces) as XmlElement[]
  const terms = await allTerms(service)
  const seen = entries.map((entry) => ({
    id: entry.attr('id')?.value,
    definition: texts(entry, './/basic:definition'),
    category: texts(entry, './min:subjectField'),
    names: texts(entry, './/t:term'),
    deprecated: texts(entry, './/t:termSec[contains(min:administrativeStatus,"deprecated")]/t:term'),
  }))
  assert.equal(
    seen,
    terms.map((term) => ({
      id: `t-${term.id}`,
      definition: [term.definition],
      category: term.category === null ? [] : [term.category],
      names: [
        ...[term.name, ...(term.full_name === null ? [] : [term.full_name])],
        ...[...named(term, 'alias'), ...named(term, 'discouraged')],
      ],
      deprecated: named(term, 'discouraged'),
    })),
  )
})

type Entry = { name: string; definition: string; aliases?: string[]; meta: { status: Status } }
type Contextive = { contexts: { name: string; terms: Entry[] }[] }

const readContextive = async (service: TestService) => load(await asText(service, 'contextive')) as Contextive

test('Contextive is YAML with a context per category', async (service) => {
  await addTerms(service)
  const { contexts } = await readContextive(service)
  const terms = await allTerms(service)
  const categories = new Set(terms.map(({ category }) => category?.toLowerCase() ?? ''))
  assert.equal(
    contexts.map(({ name }) => name.toLowerCase()),
    [...categories].sort(),
  )
  const entries = contexts.flatMap(({ name, terms }) =>
    terms.map((entry) => ({ ...entry, category: name.toLowerCase() || null })),
  )
  const byName = (one: Entry, other: Entry) => (one.name < other.name ? -1 : 1)
  assert.equal(
    entries.sort(byName),
    terms
      .map((term) => {
        const { name, full_name, definition, category } = term
        const aliases = new Set([...(full_name ? [full_name] : []), ...named(term, 'alias')])
        return {
          name,
          definition,
          ...(aliases.size > 0 && { aliases: [...aliases] }),
          meta: { status: term.status },
          category: category?.toLowerCase() ?? null,
        }
      })
      .sort(byName),
  )
})

test('a Vale package accepts names, each once, and replaces discouraged ones', async (service) => {
  await addTerms(service)
  await service.sql`
    insert into terms (name, full_name, definition, status, source)
    values ('SLO', 'Another meaning', 'x', 'official', 'import')`
  const files = unzipSync((await exported(service, 'vale')).bytes)
  const accepted = 'vale/styles/config/vocabularies/Glossary/accept.txt'
  assert.equal(Object.keys(files), ['vale/.vale.ini', accepted, 'vale/styles/Glossary/Terms.yml'])
  const [ini = '', accept = '', terms = ''] = Object.values(files).map((file) => strFromU8(file))
  assert.match(ini, /^StylesPath = styles\nVocab = Glossary\n\n\[\*\]\nBasedOnStyles = Vale, Glossary\n$/)
  const lines = accept.trimEnd().split('\n')
  for (const line of lines) new RegExp(line.replace('(?i)', ''), 'u')
  for (const line of ['SLOs?', '(?i)service goal', '(?i)C\\+\\+ target', '(?i)error budget']) {
    assert.ok(lines.includes(line), line)
  }
  assert.is(new Set(lines).size, lines.length, accept)
  assert.not.match(accept, /SOL|uptime/)
  const rule = load(terms) as { extends: string; swap: Record<string, string> }
  assert.is(rule.extends, 'substitution')
  assert.equal(rule.swap, { '(?i:uptime promise)': 'error budget|SLO', UP: 'SLO' })
})

test('an empty glossary is exported in every format', async (service) => {
  assert.equal(await readContextive(service), { contexts: [] })
  assert.equal(JSON.parse(await asText(service, 'skos'))['@graph'].length, 1)
  assert.is(await asText(service, 'words'), '')
  assert.is(Object.keys(unzipSync((await exported(service, 'vale')).bytes)).length, 3)
})

test('streamed documents are complete, whatever the format', async (service) => {
  await service.sql`
    insert into terms (name, definition, category, status, source)
    select 'N' || n, repeat('x', 3000), 'category ' || n % 3, 'official', 'import'
    from generate_series(1, 200) n`
  const expected = Array.from({ length: 200 }, (_, i) => `N${i + 1}`).sort()
  const words = expected.flatMap((name) => [name, `${name}s`]).sort()
  assert.equal((await asText(service, 'words')).trimEnd().split('\n').sort(), words)
  const { contexts } = await readContextive(service)
  const names = contexts.flatMap(({ terms }) => terms.map(({ name }) => name))
  assert.equal([contexts.length, names.sort()], [3, expected])
  const files = unzipSync((await exported(service, 'vale')).bytes)
  const accept = files['vale/styles/config/vocabularies/Glossary/accept.txt'] ?? new Uint8Array()
  const lines = expected.map((name) => `${name}s?`).sort()
  assert.equal(strFromU8(accept).trimEnd().split('\n').sort(), lines)
})

test.run()
