import * as assert from 'uvu/assert'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { everything } from './support/evidence.ts'
import { buttonsOf } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import { glossary, type Person } from './support/test-service.ts'
import { type Listed, lookedUp, lookUp, namesOf, notify, path, people, wanted } from './support/wanted.ts'

const test = glossary('wanted names', { SERVICE_MCP_BEARER_TOKEN: 'shared' })
const withSlack = slackGlossary('wanted names in Slack')
const off = glossary('wanted names that are off', { SERVICE_WANTED: 'false' })

test('a name is listed once three people have looked for it, however they write it; the first spelling stays', async (service) => {
  const [ada, bo, cy] = (await people(service, 3)) as [Person, Person, Person]
  await lookUp(service, ada, 'QRX', 'q.r.x', 'what is QRX?')
  await lookUp(service, bo, 'Qrx')
  assert.equal(await wanted(service, ada), [], 'two people')
  await lookUp(service, cy, 'qrx')
  const { status, headers, body } = await service.request('GET', path, { as: ada })
  assert.equal([status, headers.get('x-total-count')], [200, '1'])
  const [{ id, ...entry }] = body
  const today = service.clock.now.toISOString().slice(0, 10)
  assert.equal(entry, { name: 'QRX', people: 3, lookups: 5, surfaces: ['lookup'], last_asked_on: today })
  assert.match(id, /^[\da-f-]{36}$/)
})

test('two people are enough if one of them has asked to be told, until that is taken back', async (service) => {
  const [ada, bo] = (await people(service, 2)) as [Person, Person]
  assert.is((await notify(service, ada, 'q.r.x')).status, 204)
  assert.equal(await wanted(service, ada), [], 'one person')
  await lookUp(service, ada, 'QRX')
  assert.equal(await wanted(service, ada), [], 'still the same person')
  await lookUp(service, bo, 'QRX')
  assert.equal(await namesOf(service, bo), ['q.r.x'])
  for (let times = 0; times < 2; times++) {
    assert.is((await notify(service, ada, 'QRX', 'DELETE')).status, 204)
  }
  assert.equal(await wanted(service, bo), [])
  await service.term(bo, { name: 'QRX' })
  assert.equal((await service.request('GET', '/api/v1/inbox', { as: ada })).body, [])
})

test('people who look a name up at the same time are all counted', async (service) => {
  await Promise.all((await people(service, 12)).map((as) => lookUp(service, as, 'QRX', 'ZZQ')))
  const listed = await wanted(service, await service.person())
  assert.equal(
    listed.map((each) => each.people),
    [12, 12],
  )
})

test('a name that was found is not counted, and one that was added since is not listed', async (service) => {
  const ada = await service.person()
  await service.term(ada, { name: 'SLA' })
  await lookedUp(service, 'SLA', 'QRX', 'ZZQ')
  await service.term(ada, { name: 'Quick Report', aliases: ['Q-R-X'] })
  assert.equal(await namesOf(service, ada), ['ZZQ'])
})

test('the same person counts once on every surface; the shared MCP token is nobody', async (service) => {
  const [ada, bo, cy] = (await people(service, 3)) as [Person, Person, Person]
  const ask = (headers: Record<string, string>) =>
    service.request('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_term', arguments: { name: 'QRX' } } },
    })
  await service.request('GET', '/t?q=QRX', { headers: cookie(ada) })
  await service.request('GET', '/t/QRX', { headers: cookie(ada) })
  await service.request('GET', '/?q=QRX', { headers: cookie(ada) })
  await lookUp(service, ada, 'QRX')
  await lookUp(service, bo, 'QRX')
  for (let times = 0; times < 3; times++) await ask(bearer('shared'))
  await service.ctx.lookups.store()
  assert.equal(await wanted(service, ada), [], 'two people and a token')
  const { token } = await apiToken(service, cy)
  assert.match((await ask(bearer(token))).text, /At \S+\/t\/QRX, a person can ask to be notified/)
  await service.ctx.lookups.store()
  const [{ name, people: count, lookups, surfaces } = {} as Listed] = await wanted(service, ada)
  assert.equal([name, count, lookups, surfaces], ['QRX', 3, 8, ['page', 'lookup', 'mcp']])
})

withSlack('a lookup in Slack counts, and a button asks colleagues', async (service) => {
  for (const user of ['U1', 'U2']) {
    await service.colleague(user)
    await service.command(user, 'QRX')
  }
  await service.ctx.lookups.store()
  const [row] = await service.sql`select people, from_slack from wanted_weeks`
  assert.equal({ ...row }, { people: 2, from_slack: 2 })
  const ada = await service.person()
  assert.equal(await wanted(service, ada), [])
  const button = buttonsOf((await service.command('U1', 'QRX')).body).find(({ label }) => label === 'Ask colleagues')
  await service.press('U1', button)
  const said = (await service.answers()).at(-1)?.text ?? ''
  assert.match(said, /You will be notified when QRX is added/)
  await service.ctx.lookups.store()
  assert.equal(await namesOf(service, ada), ['QRX'])
})

test('nothing stored says who asked; the key goes with its week, and so do names of few people', async (service) => {
  const [ada, bo, cy] = (await people(service, 3)) as [Person, Person, Person]
  for (const as of [ada, bo, cy]) await lookUp(service, as, 'QRX')
  for (const as of [ada, bo]) await lookUp(service, as, 'ZZQ', 'ABQ')
  await notify(service, ada, 'ZZQ')
  await service.request('POST', '/api/v1/explain', { as: ada, body: { text: 'Our KJW.' } })
  await service.ctx.lookups.store()
  const hashes = await service.sql`select person_hash from wanted_people`
  assert.is(new Set(hashes.map(({ person_hash }) => person_hash.toString('hex'))).size, 7)
  const tables = await service.sql`
    select to_jsonb(n) as row from wanted_names n union all select to_jsonb(w) from wanted_weeks w
    union all select to_jsonb(p) from wanted_people p union all select to_jsonb(e) from explained_names e`
  assert.not.match(JSON.stringify(tables), ada.id)
  await service.sql`update wanted_keys set week = week - 7`
  await service.sql`alter table wanted_people drop constraint wanted_people_name_id_week_fkey`
  await service.sql`update wanted_weeks set week = week - 7`
  await service.sql`update wanted_people set week = week - 7`
  await service.sql`update explained_names set last_seen_on = last_seen_on - 91`
  for (const name of ['keys', 'people', 'weeks', 'names', 'requests'])
    await service.ctx.db.run('jobs/delete-old', { table_name: `wanted_${name}`, most: 100 })
  await service.ctx.db.run('jobs/delete-old', { table_name: 'explained_names', most: 100 })
  const [left] = await service.sql`select
    (select count(*)::integer from wanted_keys) as keys,
    (select count(*)::integer from wanted_people) as people,
    (select count(*)::integer from explained_names) as explained,
    array(select name from wanted_names order by name) as names`
  assert.equal({ ...left }, { keys: 0, people: 0, explained: 0, names: ['QRX', 'ZZQ'] })
  assert.equal(
    (await wanted(service, ada)).map(({ name, people }) => [name, people]),
    [
      ['QRX', 3],
      ['ZZQ', 2],
    ],
  )
})

test('names are deleted after 90 days', async (service) => {
  await lookedUp(service, 'QRX', 'ZZQ')
  await service.sql`
    update wanted_names set last_asked_on = current_date - 92 where name = 'QRX'`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'wanted_names', most: 100 })
  assert.equal(await namesOf(service, await service.person()), ['ZZQ'])
})

test('a request to be told needs the name of a term that nobody has added', async (service) => {
  const ada = await service.person()
  for (const name of ['CI/CD', 'CICD', 'QRX']) {
    assert.is((await notify(service, ada, name)).status, 204)
  }
  const [row] = await service.sql`select count(*)::integer as waiting from wanted_requests`
  assert.is(row?.waiting, 2, 'CI/CD and CICD are the same name')
  const term = await service.term(ada, { name: 'QR', aliases: ['q.r.x'] })
  const refused = await notify(service, ada, 'qrx')
  assert.equal([refused.status, refused.body.existing_id], [409, term.id])
})

test('an editor removes a name with the requests for it; others cannot', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  await lookedUp(service, 'C&A/B')
  await notify(service, ada, 'C&A/B')
  const [{ id } = {} as Listed] = await wanted(service, editor)
  const remove = async (as: Person) => (await service.request('DELETE', `${path}/${id}`, { as })).status
  assert.equal([await remove(ada), await remove(editor), await remove(editor)], [403, 204, 404])
  assert.equal(await wanted(service, editor), [])
  const [left] = await service.sql`select
    (select count(*)::integer from wanted_requests) as requests,
    (select count(*)::integer from wanted_people) as people`
  assert.equal({ ...left }, { requests: 0, people: 0 })
})

off('nothing is stored, and nothing is there', async (service) => {
  const editor = await service.person('editor')
  await lookedUp(service, 'QRX')
  await service.request('POST', '/api/v1/explain', { as: editor, body: { text: 'Our QRX.' } })
  await service.ctx.lookups.store()
  const [row] = await service.sql`select
    (select count(*)::integer from wanted_names) as names,
    (select count(*)::integer from explained_names) as explained,
    (select unanswered from lookup_days) as unanswered`
  assert.equal({ ...row }, { names: 0, explained: 0, unanswered: 3 })
  const before = await everything(service)
  for (const [method, url] of [
    ['GET', path],
    ['POST', `${path}/QRX/notify`],
    ['DELETE', `${path}/QRX/notify`],
    ['POST', `${path}/00000000-0000-4000-8000-000000000009/show`],
    ['DELETE', `${path}/00000000-0000-4000-8000-000000000009`],
  ] as const) {
    assert.is((await service.request(method, url, { as: editor })).status, 404, method)
  }
  const page = await service.request('GET', '/wanted', { headers: cookie(editor) })
  assert.is(page.status, 404)
  for (const word of ['/t/QRX', '/?q=QRX']) {
    const { text } = await service.request('GET', word, { headers: cookie(editor) })
    assert.not.match(text, /Notify me/, word)
  }
  assert.is((await service.request('GET', '/', { headers: cookie(editor) })).status, 200)
  assert.equal(await everything(service), before)
})

test('lookups that could not be stored are stored later', async (service) => {
  const [ada, bo, cy] = (await people(service, 3)) as [Person, Person, Person]
  await service.sql`alter table lookup_days rename to lookup_days_gone`
  for (const as of [ada, bo, cy]) await lookUp(service, as, 'QRX').catch(() => {})
  await service.sql`alter table lookup_days_gone rename to lookup_days`
  await service.ctx.lookups.store()
  assert.equal(await namesOf(service, ada), ['QRX'])
  const [row] = await service.sql`select answered, unanswered from lookup_days`
  assert.equal({ ...row }, { answered: 0, unanswered: 3 })
})

test.run()
withSlack.run()
off.run()
