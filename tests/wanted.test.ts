import * as assert from 'uvu/assert'
import { looksLikeName } from '../lib/schemas/wanted.ts'
import { bearer, cookie } from './support/credentials.ts'
import { everything } from './support/evidence.ts'
import { slackGlossary } from './support/slack-service.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('wanted names', { SERVICE_MCP_BEARER_TOKEN: 'shared' })
const withSlack = slackGlossary('wanted names in Slack')
const off = glossary('wanted names that are off', { SERVICE_WANTED: 'false' })

const path = '/api/v1/wanted'

async function lookUp({ request, ctx }: TestService, as: Person, ...names: string[]) {
  for (const name of names) {
    await request('GET', `/api/v1/lookup?${new URLSearchParams({ q: name })}`, { as })
  }
  await ctx.lookups.store()
}

const wanted = async ({ request }: TestService, as: Person) =>
  (await request('GET', path, { as })).body as { name: string; people: number }[]

const namesOf = async (service: TestService, as: Person) =>
  (await wanted(service, as)).map(({ name }) => name)

test('a name is listed once two people have looked for it, however they write it', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  await lookUp(service, ada, 'QRX', 'q.r.x', 'what is QRX?')
  assert.equal(await wanted(service, ada), [])
  await lookUp(service, bo, 'Qrx')
  const { status, headers, body } = await service.request('GET', path, { as: ada })
  assert.equal([status, headers.get('x-total-count')], [200, '1'])
  const [{ last_asked_at, ...entry }] = body
  assert.equal(entry, { name: 'Qrx', people: 2, lookups: 4, surfaces: ['lookup'] })
  assert.match(last_asked_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('a name that was found is not counted, and one that was added since is not listed', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  await service.term(ada, { name: 'SLA' })
  for (const as of [ada, bo]) await lookUp(service, as, 'SLA', 'QRX', 'ZZQ')
  await service.term(ada, { name: 'Quick Report', aliases: ['Q-R-X'] })
  assert.equal(await namesOf(service, ada), ['ZZQ'])
})

test('the same person counts once on every surface; the shared MCP token is one person', async (service) => {
  const ada = await service.person()
  const ask = (headers: Record<string, string>) =>
    service.request('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'get_term', arguments: { name: 'QRX' } },
      },
    })
  await service.request('GET', '/t?q=QRX', { headers: cookie(ada) })
  await service.request('GET', '/t/QRX', { headers: cookie(ada) })
  await service.request('GET', '/?q=QRX', { headers: cookie(ada) })
  await lookUp(service, ada, 'QRX')
  assert.equal(await wanted(service, ada), [])
  await ask(bearer('shared'))
  await ask(bearer('shared'))
  await service.ctx.lookups.store()
  const [entry] = await wanted(service, ada)
  assert.equal(entry && { ...entry, last_asked_at: null }, {
    ...{ name: 'QRX', people: 2, lookups: 5, surfaces: ['page', 'lookup', 'mcp'] },
    last_asked_at: null,
  })
})

withSlack('a lookup in Slack counts', async (service) => {
  for (const user of ['U1', 'U2']) {
    await service.colleague(user)
    await service.command(user, 'QRX')
  }
  await service.ctx.lookups.store()
  const [row] = await service.sql`select people, from_slack from wanted_names`
  assert.equal({ ...row }, { people: 2, from_slack: 2 })
})

test('only text that looks like a name is counted', async (service) => {
  const names = ['QRX', 'C++', '24/7', 'a b c d e f', 'x'.repeat(60), 'ISO 27001', 'naïve 中文']
  const others = [
    ...['b c d e f g h', 'x'.repeat(61), 'ada@example.com', '@ada', 'https://a.example'],
    ...['1234567', 'case 49170123456', '١٢٣٤٥٦٧'],
  ]
  assert.equal([...names, ...others].filter(looksLikeName), names)
  await lookUp(service, await service.person(), ...others, 'QRX')
  const rows = await service.sql`select name from wanted_names`
  assert.equal(
    rows.map(({ name }) => name),
    ['QRX'],
  )
})

test('nothing stored says who asked; the key goes with its week, and so do names of one person', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  for (const as of [ada, bo]) await lookUp(service, as, 'QRX', 'ZZQ')
  await lookUp(service, ada, 'ABQ')
  const hashes = await service.sql`select person_hash from wanted_people`
  assert.is(new Set(hashes.map(({ person_hash }) => person_hash.toString('hex'))).size, 5)
  const tables = await service.sql`
    select to_jsonb(n) as row from wanted_names n union all select to_jsonb(p) from wanted_people p`
  assert.not.match(JSON.stringify(tables), ada.id)
  await service.sql`update wanted_keys set week = week - 7`
  await service.sql`alter table wanted_people drop constraint wanted_people_week_name_key_fkey`
  await service.sql`update wanted_names set week = week - 7`
  await service.sql`update wanted_people set week = week - 7`
  for (const name of ['keys', 'people', 'names', 'requests'])
    await service.ctx.db.run(`wanted/delete-${name}`)
  const [left] = await service.sql`select
    (select count(*)::integer from wanted_keys) as keys,
    (select count(*)::integer from wanted_people) as people`
  assert.equal({ ...left }, { keys: 0, people: 0 })
  assert.equal(
    (await wanted(service, ada)).map(({ name, people }) => [name, people]),
    [
      ['QRX', 2],
      ['ZZQ', 2],
    ],
  )
})

test('names are deleted after 90 days', async (service) => {
  for (const as of [await service.person(), await service.person()])
    await lookUp(service, as, 'QRX', 'ZZQ')
  await service.sql`
    update wanted_names set last_asked_at = now() - interval '91 days' where name = 'QRX'`
  await service.ctx.db.run('wanted/delete-names')
  assert.equal(await namesOf(service, await service.person()), ['ZZQ'])
})

test('a request to be told needs the name of a term that nobody has added', async (service) => {
  const ada = await service.person()
  const ask = async (name: string) =>
    service.request('POST', `${path}/${encodeURIComponent(name)}/notify`, { as: ada })
  for (const name of ['CI/CD', 'CICD', 'QRX']) assert.is((await ask(name)).status, 204)
  for (const name of ['ada@example.com', 'x'.repeat(61), '1234567'])
    assert.is((await ask(name)).status, 404)
  const [row] = await service.sql`select count(*)::integer as waiting from wanted_requests`
  assert.is(row?.waiting, 2, 'CI/CD and CICD are the same name')
  const term = await service.term(ada, { name: 'QR', aliases: ['q.r.x'] })
  const refused = await ask('qrx')
  assert.equal([refused.status, refused.body.existing_id], [409, term.id])
})

test('an editor removes a name; others cannot', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  for (const as of [ada, editor]) await lookUp(service, as, 'C&A/B')
  const remove = async (as: Person) =>
    (await service.request('DELETE', `${path}/${encodeURIComponent('c&a/b')}`, { as })).status
  assert.equal([await remove(ada), await remove(editor), await remove(editor)], [403, 204, 404])
  assert.equal(await wanted(service, ada), [])
})

off('nothing is stored, and nothing is there', async (service) => {
  const editor = await service.person('editor')
  await lookUp(service, editor, 'QRX')
  await lookUp(service, await service.person(), 'QRX')
  const [row] = await service.sql`select
    (select count(*)::integer from wanted_names) as names,
    (select unanswered from lookup_days) as unanswered`
  assert.equal({ ...row }, { names: 0, unanswered: 2 })
  const before = await everything(service)
  for (const [method, url] of [
    ['GET', path],
    ['POST', `${path}/QRX/notify`],
    ['DELETE', `${path}/QRX`],
  ] as const) {
    assert.is((await service.request(method, url, { as: editor })).status, 404, method)
  }
  const page = await service.request('GET', '/wanted', { headers: cookie(editor) })
  assert.is(page.status, 404)
  assert.is((await service.request('GET', '/', { headers: cookie(editor) })).status, 200)
  assert.equal(await everything(service), before)
})

test('lookups that could not be stored are stored later', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  await service.sql`alter table lookup_days rename to lookup_days_gone`
  for (const as of [ada, bo]) await lookUp(service, as, 'QRX').catch(() => {})
  await service.sql`alter table lookup_days_gone rename to lookup_days`
  await service.ctx.lookups.store()
  assert.equal(await namesOf(service, ada), ['QRX'])
  const [row] = await service.sql`select answered, unanswered from lookup_days`
  assert.equal({ ...row }, { answered: 0, unanswered: 2 })
})

test.run()
withSlack.run()
off.run()
