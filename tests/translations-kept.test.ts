import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, send, type TestService, threeLanguages } from './support/test-service.ts'

// What becomes of translations when their terms are merged, removed and brought back.
const test = glossary('translations of terms that go and come back', threeLanguages)

async function translated(service: TestService, as: Person, name: string, texts: Record<string, string>) {
  const { id } = await service.term(as, { name, definition: `What ${name} is.` })
  for (const [language, definition] of Object.entries(texts)) {
    const body = { definition, version: 1 }
    await service.request('PUT', `/api/v1/terms/${id}/translations/${language}`, { as, body })
  }
  return id
}

const list = async ({ request }: TestService, as: Person, id: string) => {
  const { body } = await request('GET', `/api/v1/terms/${id}/translations`, { as })
  type Each = { language: string; definition: string; version: number | null; is_outdated: boolean }
  return body.map(({ language, definition, version, is_outdated }: Each) => [
    language,
    definition,
    version,
    is_outdated,
  ])
}

test('a merge keeps the translations of the term that remains, and takes those that it lacks, as outdated', async (service) => {
  const [ada, as] = [await service.person(), await service.person('editor')]
  const into = await translated(service, ada, 'SLA', { de: 'Zusage.' })
  const other = await translated(service, ada, 'Uptime promise', { de: 'Versprechen.', fr: 'Promesse.' })
  const body = { into, version: 1, into_version: 1 }
  assert.is((await service.request('POST', `/api/v1/terms/${other}/merge`, { as, body })).status, 200)
  assert.equal(await list(service, as, into), [
    ['de', 'Zusage.', 1, false],
    ['fr', 'Promesse.', null, true],
  ])
  const [french] = (await service.request('GET', `/api/v1/terms/${into}/translations`, { as })).body.slice(1)
  assert.is(french.updated_by.id, ada.id, 'it is still the text of whoever wrote it')
  const history = (await service.request('GET', `/api/v1/terms/${into}/history`, { as })).body
  assert.equal(
    history
      .slice(0, 2)
      .map(({ action, version, actor }: { action: string; version: number; actor: Person }) => [
        action,
        version,
        actor.id,
      ]),
    [
      ['translated', 2, as.id],
      ['merged', 2, as.id],
    ],
  )
  const { headers } = await service.request('GET', `/api/v1/terms/${other}/translations`, { as })
  assert.is(headers.get('location'), `/api/v1/terms/${into}/translations`)
  assert.is((await service.sql`select from translations`).length, 2)
  const confirmed = await service.request('POST', `/api/v1/terms/${into}/translations/fr/current`, { as })
  assert.equal([confirmed.body.version, confirmed.body.is_outdated], [2, false])
})

test('a dismissed suggestion has its translations again when it is restored', async (service) => {
  const as = await service.person('editor')
  const id = await translated(service, as, 'SLA', { de: 'Zusage.' })
  await setStatus(service, id, 'suggested')
  assert.is((await service.request('POST', `/api/v1/terms/${id}/dismiss`, { as })).status, 204)
  assert.is((await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).status, 404)
  assert.is((await service.request('POST', `/api/v1/dismissed/${id}/restore`, { as })).status, 200)
  assert.equal(await list(service, as, id), [['de', 'Zusage.', 1, false]])
})

test('a deleted term has its translations again when a backup brings it back, outdated if it says something else', async (service) => {
  const as = await service.person('editor')
  const id = await translated(service, as, 'SLA', { de: 'Zusage.' })
  const bringBack = async (definition: string) => {
    assert.is((await service.request('DELETE', `/api/v1/terms/${id}`, { as })).status, 204)
    const body = JSON.stringify([{ id, name: 'SLA', definition }])
    assert.is((await service.request('POST', '/api/v1/import?match=id', { as, body })).status, 200)
    return list(service, as, id)
  }
  assert.equal(await bringBack('What SLA is.'), [['de', 'Zusage.', 1, false]])
  assert.equal(await bringBack('A promise.'), [['de', 'Zusage.', 1, true]])
})

test('a translation of a term that came back without its full name is outdated by other texts alone', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' })
  await service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const rows = [{ id, name: 'SLA', definition: 'A promise.' }]
  await service.request('POST', '/api/v1/import?match=id', { as, body: rows })
  const body = { definition: 'Zusage.', version: 2 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body })
  const edit = (fields: object) => service.request('PUT', `/api/v1/terms/${id}`, { as, body: fields })
  await edit({ version: 2, category: 'Ops' })
  assert.equal(await list(service, as, id), [['de', 'Zusage.', 2, false]])
  await edit({ version: 3, full_name: 'Service Level Agreement' })
  assert.equal(await list(service, as, id), [['de', 'Zusage.', 2, true]])
})

test('a person who is erased is in no translation, and nothing is outdated by that', async (service) => {
  const as = await service.person('admin')
  const ada = await service.person('viewer', 'ada.lovelace@example.com')
  await service.sql`update users set display_name = 'Ada Lovelace' where id = ${ada.id}`
  const { id } = await service.term(ada, { name: 'SLA', definition: 'Ask Ada Lovelace.' })
  const body = {
    definition: 'Fragt Ada Lovelace.',
    full_name: 'Ada Lovelace fragen',
    name: 'Zusage von Ada Lovelace',
    version: 1,
  }
  assert.is((await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as: ada, body })).status, 201)
  const erase = { names: ['Ada Lovelace'] }
  assert.is((await service.request('POST', `/api/v1/users/${ada.id}/erase`, { as, body: erase })).status, 200)
  const [german] = (await service.request('GET', `/api/v1/terms/${id}/translations`, { as })).body
  assert.not.match(JSON.stringify(german), 'Lovelace')
  assert.equal([german.is_outdated, german.updated_by.display_name], [false, 'Erased user'])
  const rows = await service.sql`
    select 1 from term_history where changes::text like '%Lovelace%' union all
    select 1 from audit_events where payload::text like '%Lovelace%'`
  assert.is(rows.length, 0)
})

test('a language that is taken out of the setting keeps its translations, which come back with it', async (service) => {
  const as = await service.person()
  const id = await translated(service, as, 'SLA', { de: 'Zusage.', fr: 'Promesse.' })
  const listIn = async (languages: readonly string[]) => {
    const app = createGlossary({ ...service.ctx, settings: { ...service.ctx.settings, languages } })
    const { status, body } = await send(app, 'GET', `/api/v1/terms/${id}/translations`, { as })
    return status === 200 ? body.map(({ language }: { language: string }) => language) : status
  }
  assert.equal([await listIn(['en', 'fr']), await listIn(['en'])], [['fr'], 404])
  assert.equal(await listIn(['en', 'fr', 'de']), ['fr', 'de'])
})

test.run()
