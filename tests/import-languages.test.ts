import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, send, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('imports in several languages', threeLanguages)
const inOneLanguage = glossary('imports in one language')

const read = async (service: TestService, as: Person, name: string) => {
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  return body.find((term: { name: string }) => term.name === name)
}
const versions = async (service: TestService, as: Person, id: string) => {
  const { body } = await service.request('GET', `/api/v1/terms/${id}/translations`, { as })
  return Object.fromEntries(
    body.map(({ language, version }: { language: string; version: number }) => [language, version]),
  )
}
const put = async ({ request }: TestService, as: Person, id: string, language: string, body: object) =>
  assert.is((await request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body })).status, 201)

const types = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

async function addTerms(service: TestService) {
  const as = await service.person('admin')
  const sla = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  await service.term(as, { name: 'definition [de]', definition: 'The name of a column.' })
  const { body } = await service.request('PUT', `/api/v1/terms/${sla.id}`, {
    as,
    body: { version: 1, definition: 'New.' },
  })
  assert.is(body.version, 2)
  await put(service, as, sla.id, 'de', { name: 'Dienstgüte', definition: '=Eine "Zusage"; fest.', version: 2 })
  await put(service, as, sla.id, 'fr', {
    full_name: '\u05E9\u05DC\u05D5\u05DD',
    definition: 'definition [de]',
    version: 1,
  })
  return { as, id: sla.id }
}

for (const [format, type] of Object.entries(types)) {
  test(`${format}, out and in again, changes nothing, and gives another glossary the same`, async (service) => {
    const { as, id } = await addTerms(service)
    const url = `http://localhost:8000/api/v1/export?status=all&format=${format}`
    const headers = { authorization: `Bearer ${as.session}` }
    const response = await service.app(new Request(url, { headers }), '127.0.0.1')
    const file = new Uint8Array(await response.arrayBuffer())
    const before = [await read(service, as, 'SLA'), await versions(service, as, id)]
    const again = await importFile(service, as, file, { type })
    assert.equal(
      again.body.totals,
      { created: 0, updated: 0, unchanged: 2, skipped: 0, failed: 0 },
      JSON.stringify(again.body).slice(-600),
    )
    assert.equal(again.body.source.guesses, [])
    assert.equal([await read(service, as, 'SLA'), await versions(service, as, id)], before)
    for (const { id: each, version } of [await read(service, as, 'SLA'), await read(service, as, 'definition [de]')])
      await service.request('DELETE', `/api/v1/terms/${each}?version=${version}`, { as })
    const { body } = await importFile(service, as, file, { type })
    assert.is(body.totals.created, 2)
    const { translations, aliases, definition } = await read(service, as, 'SLA')
    assert.equal(
      { translations, aliases, definition },
      { translations: before[0].translations, aliases: [{ name: 'Dienstgüte', kind: 'alias' }], definition: 'New.' },
    )
  })
}

test('a column in another language is never the definition of the glossary', async (service) => {
  const as = await service.person('editor')
  for (const [index, header] of [
    'definition [de]',
    'Definition (DE)',
    'definition_de',
    'Definition deutsch',
    'German definition',
  ].entries()) {
    const file = lines(`name,${header}`, `QZA${index},Eine Zusage.`)
    const refused = await importFile(service, as, file)
    assert.equal(
      [refused.status, refused.body.rows?.[0]?.errors[0]?.path],
      [422, 'definition'],
      header + refused.text.slice(0, 600),
    )
    const { body } = await importFile(
      service,
      as,
      lines(`name,definition,${header}`, `QZA${index},A promise.,Eine Zusage ${header}.`),
    )
    assert.is(body.totals.created + body.totals.updated, 1, header)
    const { definition, translations } = await read(service, as, `QZA${index}`)
    assert.equal([definition, translations[0].definition], ['A promise.', `Eine Zusage ${header}.`], header)
  }
  const { body } = await importFile(service, as, lines('name,definition,definition [it]', 'QZB,Text.,Testo.'))
  assert.equal(body.columns.ignored, ['definition [it]'])
  assert.match(body.source.guesses[0], 'does not have the language: “definition [it]”')
  const list = [{ name: 'QZC', definition: 'Text.', translations: [{ language: 'it', definition: 'Testo.' }] }]
  const json = await importFile(service, as, JSON.stringify(list), { type: types.json })
  assert.match(json.body.source.guesses[0], 'does not have the language: “it”')
})

test('a dry run says what a file changes, an empty definition removes, and another text translates today', async (service) => {
  const { as, id } = await addTerms(service)
  const header = 'name,name [de],definition [de],definition [fr],outdated [fr]'
  const file = lines(header, 'SLA,Vertrag,Neu.,,', '"definition [de]",,Spalte.,Colonne.,true')
  const dry = await importFile(service, as, file, { dry_run: 'true' })
  assert.is(dry.body.totals.updated, 2)
  assert.equal(dry.body.rows[0].changes['definition [fr]'], { from: 'definition [de]', to: null })
  assert.equal(dry.body.rows[0].changes['name [de]'], { from: 'Dienstgüte', to: 'Vertrag' })
  assert.equal(await versions(service, as, id), { de: 2, fr: 1 })
  const { body } = await importFile(service, as, file)
  assert.is(body.totals.updated, 2)
  assert.equal(await versions(service, as, id), { de: 4 })
  const { aliases } = await read(service, as, 'SLA')
  assert.equal(aliases.map(({ name }: { name: string }) => name).sort(), ['Dienstgüte', 'Vertrag'])
  const other = await read(service, as, 'definition [de]')
  assert.equal(
    other.translations.map((each: { is_outdated: boolean }) => each.is_outdated),
    [false, true],
  )
  const undone = await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
  assert.equal([undone.body.deleted, undone.body.reverted, undone.body.kept], [0, 2, []])
  assert.equal(await versions(service, as, id), { de: 2, fr: 1 })
  assert.equal((await read(service, as, 'definition [de]')).translations, [])
})

test('what cannot be a translation fails with its row', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLA', definition: 'A promise.', aliases: [{ name: 'SAL', kind: 'misspelling' }] })
  const rows: [header: string, cell: string, path: string][] = [
    ['definition [de]', 'x'.repeat(4001), 'definition [de]'],
    ['name [de]', 'x'.repeat(121), 'name [de]'],
    ['name [fr]', 'sal', 'name [fr]'],
    ['full_name [fr]', 'Promesse', 'definition [fr]'],
    ['outdated [fr]', 'maybe', 'outdated [fr]'],
  ]
  for (const [header, cell, path] of rows) {
    const { status, body } = await importFile(service, as, lines(`name,category,${header}`, `SLA,,${cell}`))
    assert.equal([status, body.rows?.[0]?.errors[0]?.path], [422, path], header + JSON.stringify(body))
  }
  assert.equal((await read(service, as, 'SLA')).translations, [])
})

test('proposals have no translations, and only changed ones are named', async (service) => {
  const { as, id } = await addTerms(service)
  const viewer = await service.person()
  const sla = await read(service, as, 'SLA')
  const propose = async (row: object) => {
    const options = { type: types.json, as: 'proposals', match: 'id' }
    const { body } = await importFile(service, viewer, JSON.stringify([row]), options)
    return [body.totals.proposed, body.totals.failed, body.source.guesses]
  }
  const named = [
    'In one row, translations differ from those of the glossary. They are left out, because nobody can propose them.',
  ]
  assert.equal(await propose({ ...sla, definition: 'Better.' }), [1, 0, []])
  const [german, french] = sla.translations
  for (const translations of [[{ ...german, definition: 'x'.repeat(3000) }, french], [german]])
    assert.equal(await propose({ ...sla, definition: 'Best.', translations }), [1, 0, named])
  const [{ changes }] = (await service.request('GET', '/api/v1/proposals?status=open', { as })).body
  assert.equal(Object.keys(changes), ['definition'])
  assert.equal(await versions(service, as, id), { de: 2, fr: 1 })
})

test('what a file says of a protected term in other languages is left out, and named, unless it is replaced', async (service) => {
  const { as, id } = await addTerms(service)
  await service.sql`update terms set status = 'official' where id = ${id}`
  const file = lines('name,definition [de]', 'SLA,Neu.')
  const left = await importFile(service, as, file, { protected: 'propose' })
  assert.equal(
    [left.body.totals.unchanged, left.body.source.guesses],
    [
      1,
      [
        'In one row, what other languages say of a protected term is left out. It cannot be proposed: replace the term to change it.',
      ],
    ],
  )
  assert.equal(await versions(service, as, id), { de: 2, fr: 1 })
  const { body } = await importFile(service, as, file, { protected: 'propose', replace: id })
  assert.equal([body.totals.updated, body.source.guesses], [1, []])
  assert.is((await read(service, as, 'SLA')).translations[0].definition, 'Neu.')
})

test('a language that is taken out of the setting keeps its translations, and no file changes them', async (service) => {
  const { as, id } = await addTerms(service)
  const before = await read(service, as, 'SLA')
  const app = createGlossary({ ...service.ctx, settings: { ...service.ctx.settings, languages: ['en', 'de'] } })
  const without: TestService = { ...service, request: (method, path, options) => send(app, method, path, options) }
  const { translations, ...sla } = await read(without, as, 'SLA')
  assert.equal(
    translations.map(({ language }: { language: string }) => language),
    ['de'],
  )
  for (const row of [{ ...sla, translations: [] }, before]) {
    const { body } = await importFile(without, as, JSON.stringify([row]), { type: types.json })
    assert.equal([body.totals.updated, body.totals.failed], [1, 0], JSON.stringify(body))
  }
  assert.equal((await read(service, as, 'SLA')).translations, before.translations)
  assert.is((await versions(service, as, id)).fr, 1)
})

inOneLanguage('with one language, such a column is what it was', async (service) => {
  const as = await service.person('editor')
  const { body } = await importFile(service, as, lines('name,definition [de]', 'QZA,Eine Zusage.'))
  assert.equal([body.totals.created, body.columns.used['definition [de]']], [1, 'definition'])
})

test.run()
inOneLanguage.run()
