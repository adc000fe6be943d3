import * as assert from 'uvu/assert'
import { looksLikeName } from '../lib/schemas/wanted.ts'
import { cookie } from './support/credentials.ts'
import { glossary, type Person } from './support/test-service.ts'
import { lookedUp, lookUp, namesOf, notify, path, wanted } from './support/wanted.ts'

const test = glossary('which wanted names are counted, and who sees them')

const names = ['QRX', 'C++', '24/7', 'a b c d', 'x'.repeat(60), 'ISO 27001', 'naïve 中文', 'Hi-Fi']
const others = [
  ...['b c d e f', 'x'.repeat(61), 'ada@example.com', '@ada', 'ada＠example', 'https://a.example'],
  ...['1234567', 'case 49170123456', '١٢٣٤٥٦٧', '１２３４５６７', '???', '🗂'],
  ...['hello', 'Hi there', 'thank you', 'good morning', 'Guten Tag', 'HEY!', 'buenos días'],
  ...['hello everyone', 'thanks!', 'thanks a lot', 'ok', 'OK 👍', 'Okay, got it', 'yes please'],
  ...['lol'],
]
/** What section 18 of the contract allows in no name. */
const invisible = [...['ab\u202ecd', 'ab\u200bcd', 'ab\u00adcd', 'ab\u{e0041}cd', 'ab\u3164cd', 'ab\u0007c']]

test('only text that could be the name of a term is counted', async (service) => {
  assert.equal([...names, ...others].filter(looksLikeName), names)
  const ada = await service.person()
  await lookUp(service, ada, ...others, ...invisible, 'Q  R\u00a0X')
  const stored = async () => (await service.sql`select name from wanted_names`).map(({ name }) => name)
  // What is looked up is looked up without invisible characters.
  assert.equal(await stored(), ['abcd', 'Q R X'])
  for (const name of [...others, ...invisible]) {
    assert.is((await notify(service, ada, name)).status, 404, name)
  }
  assert.equal([...(await service.sql`select from wanted_requests`)], [])
})

test('nothing is counted that contains the name of a term', async (service) => {
  const ada = await service.person()
  await service.term(ada, { name: 'SLA', aliases: ['uptime promise'] })
  await service.term(ada, { name: 'CI/CD', full_name: 'Continuous Integration' })
  await service.term(ada, { name: 'R' })
  const containing = [
    ...['sla of Bo', 'Bo’s SLA', 'the SLAs', 'SLA/QRX', 'new CI/CD plan', 'ci cd plan'],
    ...['no uptime promise', 'continuous integration Bo', '"SLA" Bo', 'SLA mean here', 'sla mean'],
  ]
  await lookUp(service, ada, ...containing, 'R plan', 'SLAB', 'uptime')
  assert.equal(
    (await service.sql`select name from wanted_names order by name`).map(({ name }) => name),
    ['R plan', 'SLAB', 'uptime'],
  )
})

test('everyone sees what is written like an acronym, editors the rest, until one shows it', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  await lookedUp(service, 'QRX', 'Bo is late', 'kubernetes')
  await service.term(editor, { name: 'SLA' }) // the home page of an empty glossary shows how to begin
  assert.equal(await namesOf(service, ada), ['QRX'])
  assert.not.match((await service.request('GET', '/', { headers: cookie(editor) })).text, 'Bo is')
  assert.match((await service.request('GET', '/', { headers: cookie(ada) })).text, 'QRX')
  const all = await wanted(service, editor)
  assert.equal(
    all.map(({ name }) => name),
    ['Bo is late', 'kubernetes', 'QRX'],
  )
  const show = async (as: Person, id: string | undefined) =>
    (await service.request('POST', `${path}/${id}/show`, { as })).status
  const id = all[1]?.id
  assert.equal([await show(ada, id), await show(editor, id), await show(editor, id)], [403, 204, 204])
  assert.is(await show(editor, '00000000-0000-4000-8000-000000000009'), 404)
  assert.equal(await namesOf(service, ada), ['kubernetes', 'QRX'])
})

test('everyone sees what someone has written like an acronym, or an explained text or discovery has seen', async (service) => {
  const ada = await service.person()
  await lookedUp(service, 'qrx', 'zzq', 'ab-q', 'kjw', 'late bo')
  assert.equal(await wanted(service, ada), [])
  await lookUp(service, ada, 'KJW')
  await service.request('POST', '/api/v1/explain', { as: ada, body: { text: 'Our QRX failed.' } })
  await service.ctx.lookups.store()
  await service.sql`
    insert into discovery_channels (id, name) values ('C1', 'general')`
  await service.sql`
    insert into discovery_sightings
      (acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at)
    values ('ZZQ', 'C1', 1, '{U1}', '{}', now(), now())`
  await service.request('POST', '/explain', {
    headers: { ...cookie(ada), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text=The+AB-Q+plan.',
  })
  await service.ctx.lookups.store()
  assert.equal(await namesOf(service, ada), ['kjw', 'ab-q', 'qrx', 'zzq'])
})

test('a name with spaces is for editors only, whatever else is written like it', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  await service.term(editor, { name: 'SLA' })
  const spaced = ['BOB IS FIRED', 'FIRE  BO', 'Q\u00a0RX', 'B O B', 'SUE\u3000LEFT']
  const shown = async (as: Person) => (await namesOf(service, as)).sort()
  await lookedUp(service, ...spaced)
  await lookUp(service, await service.person(), ...spaced)
  assert.equal(await shown(ada), [])
  const joined = spaced.map((name) => name.replace(/\s+/g, ''))
  await lookUp(service, ada, ...joined)
  const text = `Our ${joined.join(' failed. Our ')} failed.`
  await service.request('POST', '/api/v1/explain', { as: ada, body: { text } })
  await service.ctx.lookups.store()
  assert.equal(await shown(ada), [])
  for (const path of ['/', '/wanted']) {
    const { text } = await service.request('GET', path, { headers: cookie(ada) })
    assert.not.match(text, /BOB|SUE|FIRE/)
  }
  assert.is((await shown(editor)).length, spaced.length)
  const [first] = await wanted(service, editor)
  await service.request('POST', `${path}/${first?.id}/show`, { as: editor })
  assert.equal(await shown(ada), [first?.name])
})

test.run()
