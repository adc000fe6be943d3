import * as assert from 'uvu/assert'
import { auditActions } from '../lib/schemas/audit.ts'
import { reviewKinds } from '../lib/schemas/review.ts'
import { historyActions } from '../lib/schemas/term.ts'
import { importFile, lines } from './support/imports.ts'
import { statementsOf } from './support/statements.ts'
import { suite } from './support/suite.ts'
import { openTestService, type Person, send, type TestService, threeLanguages } from './support/test-service.ts'

// With one language, nothing differs from a service that knows of none (contract, section 23).
const test = suite('one language')

type Opened = { service: TestService; as: Person; id: string; close: () => Promise<void> }

/** Opens a service with a term whose IDs and times are those of every other one. */
async function open(env: Record<string, string>): Promise<Opened> {
  const { service, close } = await openTestService(env)
  const as = await service.person('admin', 'ada@example.com')
  const id = '6f1f7a0e-3d52-4f63-9a0e-5d1c2b3a4f60'
  const at = '2026-01-31T12:00:00Z'
  await service.sql`
    insert into terms (id, name, full_name, definition, status, source, owner_id, created_at, updated_at, last_confirmed_at)
    values (${id}, 'SLA', 'Service Level Agreement', 'A promise.', 'official', 'user', null, ${at}, ${at}, ${at})`
  return { service, as, id, close }
}

let one: Opened
let three: Opened

test.before(async () => {
  one = await open({ SERVICE_LANGUAGES: 'en' })
  three = await open(threeLanguages)
})
test.after(async () => {
  await one.close()
  await three.close()
})

const reads = (id: string): [method: string, path: string, body?: object][] => [
  ['GET', `/api/v1/terms/${id}`],
  ['GET', '/api/v1/terms'],
  ['GET', '/api/v1/terms?q=promise'],
  ['GET', '/api/v1/lookup?q=sla'],
  ['POST', '/api/v1/explain', { text: 'Our SLA.' }],
  ['GET', '/api/v1/export?format=markdown'],
]

test('in several languages of which nobody has chosen one, answers are the same', async () => {
  for (const [method, path, body] of reads(one.id)) {
    const [a, b] = [
      await one.service.request(method, path, { as: one.as, body }),
      await three.service.request(method, path, { as: three.as, body }),
    ]
    assert.equal([a.status, a.text], [200, b.text], path)
  }
})

test('with one language, no statement reads a translation, and a language is not asked for', async () => {
  const { service, as, id } = one
  const plain = reads(id)
  const asking = plain.map(
    ([method, path, body]) =>
      [
        method,
        body ? path : `${path}${path.includes('?') ? '&' : '?'}lang=xx`,
        body && { ...body, lang: 'xx' },
      ] as const,
  )
  const answers: Record<string, string[]> = {}
  const run = (requests: readonly (readonly [string, string, object?])[], key: string) =>
    statementsOf(service, async (app) => {
      for (const [method, path, body] of requests) {
        const { status, text } = await send(app, method, path, { as, body })
        answers[key] = [...(answers[key] ?? []), `${status} ${text}`]
      }
    })
  const statements = await run(plain, 'plain')
  assert.equal(await run(asking, 'asking'), statements)
  assert.equal(answers.asking, answers.plain)
  assert.equal(
    statements.filter((name) => /translat|language/.test(name)),
    [],
  )
})

test('with one language, imports and their undoing read and write no translation, whatever the columns are called', async () => {
  const { service, as } = one
  const statements = await statementsOf(service, async (app) => {
    const request: TestService['request'] = (method, path, options) => send(app, method, path, options)
    const csv = lines('id,name,definition,definition [de],language', `,QZA,A text.,Ein Text.,de`, ',QZB,Another.,,en')
    const { body } = await importFile({ request }, as, csv)
    assert.equal(body.columns, {
      used: { name: 'name', definition: 'definition' },
      ignored: ['id', 'definition [de]', 'language'],
    })
    assert.equal([body.totals.created, body.source.guesses], [2, []])
    const translations = [{ language: 'de', definition: 'Ein Text.' }]
    const row = { id: body.rows[0].term_id, version: 1, name: 'QZA', definition: 'Better.', translations }
    const options = { type: 'application/json', as: 'proposals', match: 'id' }
    const proposed = await importFile({ request }, as, JSON.stringify([row]), options)
    assert.equal([proposed.body.totals.proposed, proposed.body.source.guesses], [1, []])
    assert.is((await request('DELETE', `/api/v1/imports/${body.import_id}`, { as })).status, 200)
    for (const format of ['json', 'csv', 'skos', 'tbx'])
      await request('GET', `/api/v1/export?format=${format}&status=all`, { as })
  })
  assert.equal(
    statements.filter((name) => /translat|language/.test(name)),
    [],
  )
})

test('with one language, the endpoints of translations are not there', async () => {
  const { service, as, id } = one
  const term = `/api/v1/terms/${id}`
  for (const [method, path] of [
    ['GET', `${term}/translations`],
    ['PUT', `${term}/translations/de`],
    ['DELETE', `${term}/translations/de`],
    ['POST', `${term}/translations/de/current`],
    ['PATCH', '/api/v1/me'],
  ] as const) {
    const body = method === 'GET' ? undefined : { definition: 'Ein Versprechen.', version: 1 }
    assert.is((await service.request(method, path, { as, body })).status, method === 'PATCH' ? 405 : 404, path)
  }
  assert.equal([...(await service.sql`select from translations`)], [])
  const me = await service.request('GET', '/api/v1/me', { as })
  assert.is('language' in me.body, false)
})

test('with one language, neither the API document nor a refusal names anything of translations', async () => {
  const { service, as } = one
  const document = (await service.request('GET', '/openapi.json', { as })).text
  assert.not.match(document, /translat|"lang"|"language"|unknown_language/i)
  assert.match((await three.service.request('GET', '/openapi.json', { as: three.as })).text, /translation_removed/)
  for (const [path, values] of [
    ['/api/v1/admin/audit?action=x', auditActions],
    ['/api/v1/review?kind=x', reviewKinds],
  ] as const) {
    const kept = values.filter((value) => !value.includes('translat'))
    const { body } = await service.request('GET', path, { as })
    assert.is(body.errors[0].message, `must be one of ${kept.join(', ')}`)
  }
  assert.is((await service.request('GET', '/api/v1/admin/audit?action=term.translated', { as })).status, 422)
  const webhook = { url: 'https://8.8.8.8/hook', events: ['term.translated'] }
  assert.is((await service.request('POST', '/api/v1/admin/webhooks', { as, body: webhook })).status, 422)
  assert.ok(historyActions.includes('translated'))
})

test('with one language, no page of admins offers an event of translations, and all that it offers can be chosen', async () => {
  const pageOf = async ({ service, as }: Opened, path: string) =>
    (await service.request('GET', path, { headers: { cookie: `user_id=${as.session}` } })).text
  for (const path of ['/admin/webhooks', '/admin/audit']) {
    assert.match(await pageOf(one, path), 'value="term.created"')
    assert.not.match(await pageOf(one, path), /translat/i, path)
    assert.match(await pageOf(three, path), 'value="term.translation_removed"', path)
  }
  for (const each of [one, three]) {
    const { service, as } = each
    const html = await pageOf(each, '/admin/webhooks')
    const events = [...html.matchAll(/name="events" value="([^"]*)"/g)].map(([, event]) => event)
    const body = { url: 'https://example.com/hook', events }
    const { status } = await service.request('POST', '/api/v1/admin/webhooks', { as, body })
    assert.is(status, 201)
    assert.match(await pageOf(each, '/admin/webhooks'), 'All events')
  }
})

test.run()
