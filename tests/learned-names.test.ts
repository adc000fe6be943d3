import * as assert from 'uvu/assert'
import { goOn, items, namesIn, outcomeOf, start } from './support/learned.ts'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'
import { lookUp, people } from './support/wanted.ts'

const test = glossary('learned names', { SERVICE_MCP_BEARER_TOKEN: 'shared' })
const off = glossary('learned names that are off', { SERVICE_WANTED: 'false' })

/** Deletes what is old, as the job does. */
async function cleanUp({ sql }: TestService) {
  for (const table of ['learned_people', 'learned_weeks', 'learned_names']) await sql`select delete_old(${table}, 1000)`
}

test('three people who went on from a name to a term make an item for editors', async (service) => {
  const { editor, owner, sla } = await start(service)
  await goOn(service, 2, 'service promise', 'SLA')
  const [again] = await people(service, 1)
  assert.equal(await items(service, editor), [], 'two people')
  for (const name of ['service promise', 'SLA', 'Service-Promise', 'sla', 'service promise'])
    await lookUp(service, again as Person, name)
  const [item] = (await items(service, editor)) as unknown as Record<string, unknown>[]
  assert.equal(
    { kind: item?.kind, name: item?.name, people: item?.people, term: item?.term },
    { kind: 'alias', name: 'service promise', people: 3, term: sla },
  )
  assert.match(String(item?.id), /^[\da-f-]{36}$/)
  assert.match(String(item?.since), /^\d{4}-.*Z$/)
  assert.equal(await items(service, owner), [])
  assert.equal(await items(service, await service.person()), [], 'a viewer')
  const all = await service.request('GET', '/api/v1/review', { as: editor })
  assert.is(all.body.filter(({ kind }: { kind: string }) => kind === 'alias').length, 1)
})

test('what leads to no single term, has another name or nobody behind it does not count', async (service) => {
  const { editor } = await start(service)
  await service.term(editor, { name: 'ARR', category: 'a' })
  await service.term(editor, { name: 'ARR', category: 'b' })
  await goOn(service, 3, 'yearly money', 'ARR')
  await goOn(service, 3, 'the SLA promise', 'KPI') // contains a known name
  await goOn(service, 3, 'call 0170 1234567 now', 'KPI')
  for (const as of await people(service, 3)) {
    await lookUp(service, as, 'first name', 'SLA', 'KPI', 'last name', 'other name', 'KPI')
  }
  const mcp = (name: string) =>
    service.request('POST', '/mcp', {
      headers: { authorization: 'Bearer shared', accept: 'application/json, text/event-stream' },
      body: { ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' }, params: { name: 'get_term', arguments: { name } } },
    })
  for (const name of ['agent name', 'KPI', 'agent name', 'KPI']) await mcp(name)
  await service.ctx.lookups.store()
  assert.equal(await namesIn(service, editor), ['first name 3 SLA', 'other name 3 KPI'])
})

test('at least half of those who went on from a name must have gone to the term', async (service) => {
  const { editor } = await start(service)
  await goOn(service, 3, 'promise', 'SLA')
  await goOn(service, 3, 'promise', 'KPI')
  assert.equal(await namesIn(service, editor), ['promise 3 SLA', 'promise 3 KPI'])
  await goOn(service, 1, 'promise', 'KPI')
  assert.equal(await namesIn(service, editor), ['promise 4 KPI'])
})

test('a term that is being deleted keeps no other from learning a name', async (service) => {
  const { editor, sla, kpi } = await start(service)
  for (const as of await people(service, 3)) {
    for (const name of ['promise', 'SLA', 'yearly number', 'KPI'])
      await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q: name })}`, { as })
  }
  const store = async () =>
    service.request('GET', '/health').then((answer) => service.ctx.lookups.store().then(() => answer))
  await behindLock(service, holdAuditEvents, [
    () => service.request('DELETE', `/api/v1/terms/${sla.id}`, { as: editor }),
    store,
  ])
  assert.equal(await namesIn(service, editor), [`yearly number 3 ${kpi.name}`])
})

test('clicks on what was offered instead count, others do not', async (service) => {
  const { editor, sla, kpi } = await start(service)
  await service.term(editor, { name: 'Margin', definition: 'What the promise to owners earns.' })
  await service.term(editor, { name: 'Milestone', definition: 'A day.' })
  const open = (as: Person, path: string) => service.request('GET', path, { as })
  for (const as of await people(service, 3)) {
    const found = await open(as, '/t?q=owner+promise')
    const results = await open(as, found.headers.get('location') ?? '')
    const link = /\/terms\/[\da-f-]{36}/.exec(results.text)?.[0] ?? ''
    await open(as, `/terms/${sla.id}`)
    await open(as, link)
  }
  await service.ctx.lookups.store()
  for (const as of await people(service, 3)) {
    const unknown = await open(as, '/t/Milestome')
    assert.is(unknown.status, 404)
    assert.match(unknown.text, 'href="/t/Milestone"')
    await open(as, `/terms/${kpi.id}`)
    await open(as, '/t/Milestone')
  }
  await service.ctx.lookups.store()
  assert.equal(await namesIn(service, editor), ['owner promise 3 Margin', 'Milestome 3 Milestone'])
})

test('a decision gives the term the name, or is remembered', async (service) => {
  const { editor, owner, sla } = await start(service)
  const viewer = await service.person()
  for (const name of ['SVP', 'servise contract', 'uptime vow', 'bad idea']) await goOn(service, 3, name, 'SLA')
  const [promise, contract, vow, idea] = (await items(service, editor)).map(({ id }) => id) as [...string[]] as [
    string,
    string,
    string,
    string,
  ]
  await setStatus(service, sla.id, 'official')
  assert.is(await outcomeOf(service, viewer, 'add', promise), 'refused')
  assert.is(await outcomeOf(service, viewer, 'refuse', promise), 'refused')
  assert.is(await outcomeOf(service, owner, 'add', promise), 'done')
  assert.is(await outcomeOf(service, editor, 'add_misspelling', contract), 'done')
  assert.is(await outcomeOf(service, editor, 'add_discouraged', vow), 'done')
  assert.is(await outcomeOf(service, editor, 'refuse', idea), 'done')
  for (const id of [promise, contract, vow, idea, sla.id])
    assert.is(await outcomeOf(service, editor, 'add', id), 'gone')
  assert.is(await outcomeOf(service, editor, 'accept', idea), 'refused')
  const { body } = await service.request('GET', `/api/v1/terms/${sla.id}`, { as: editor })
  assert.equal(body.aliases, [
    { name: 'SVP', kind: 'alias' },
    { name: 'servise contract', kind: 'misspelling' },
    { name: 'uptime vow', kind: 'discouraged' },
  ])
  assert.is(body.version, 4)
  await goOn(service, 3, 'bad idea', 'SLA')
  assert.equal(await items(service, editor), [])
  await service.sql`delete from learned_people`
  await service.sql`update learned_weeks set week = week - 91`
  await cleanUp(service)
  await goOn(service, 3, 'bad idea', 'SLA')
  assert.equal(await items(service, editor), [], 'after 90 days')
  const two = { action: 'add', items: [{ learned_id: idea, term_id: sla.id }] }
  const refused = await service.request('POST', '/api/v1/review/bulk', { as: editor, body: two })
  assert.is(refused.status, 422)
})

test('a term with 20 other names gets no more', async (service) => {
  const { editor } = await start(service)
  const aliases = Array.from({ length: 20 }, (_, i) => `name ${i}`)
  await service.term(editor, { name: 'QZA', aliases })
  await goOn(service, 3, 'service promise', 'QZA')
  const [item] = await items(service, editor)
  assert.is(await outcomeOf(service, editor, 'add', item?.id ?? ''), 'refused')
  assert.is(await outcomeOf(service, editor, 'refuse', item?.id ?? ''), 'done')
})

test('a name that something has, and the name of a deleted term are gone; a merge moves it', async (service) => {
  const { editor, sla, kpi } = await start(service)
  for (const name of ['service promise', 'uptime vow', 'old word']) {
    await goOn(service, 3, name, 'SLA')
    await goOn(service, 1, name, 'KPI')
  }
  await service.term(editor, { name: 'Uptime-Vow' })
  assert.equal(await namesIn(service, editor), ['service promise 3 SLA', 'old word 3 SLA'])
  const [promise, word] = (await items(service, editor)).map(({ id }) => id)
  await outcomeOf(service, editor, 'refuse', word ?? '')
  const merge = { into: kpi.id, version: sla.version, into_version: kpi.version }
  const path = `/api/v1/terms/${sla.id}/merge`
  const merged = await service.request('POST', path, { as: editor, body: merge })
  assert.is(merged.status, 200, JSON.stringify(merged.body))
  assert.equal(await namesIn(service, editor), ['service promise 4 KPI'])
  const [item] = await items(service, editor)
  assert.is(await outcomeOf(service, editor, 'refuse', item?.id ?? ''), 'done')
  assert.is(await outcomeOf(service, editor, 'add', promise ?? ''), 'gone')
  await goOn(service, 3, 'third name', 'KPI')
  await service.request('DELETE', `/api/v1/terms/${kpi.id}`, { as: editor })
  assert.equal(await items(service, editor), [])
})

test('after a merge into a term without the name, the item is the same', async (service) => {
  const { editor, sla, kpi } = await start(service)
  await goOn(service, 3, 'service promise', 'SLA')
  const [before] = await items(service, editor)
  const body = { into: kpi.id, version: sla.version, into_version: kpi.version }
  await service.request('POST', `/api/v1/terms/${sla.id}/merge`, { as: editor, body })
  assert.equal(await namesIn(service, editor), ['service promise 3 KPI'])
  assert.is(await outcomeOf(service, editor, 'add', before?.id ?? ''), 'done')
  const { body: term } = await service.request('GET', `/api/v1/terms/${kpi.id}`, { as: editor })
  assert.ok(term.aliases.some(({ name }: { name: string }) => name === 'service promise'))
})

test('hashes go with the week, and names of an erased person at once', async (service) => {
  const { editor } = await start(service)
  const admin = await service.person('admin')
  const ann = await service.person('viewer', 'ann.quimby@example.com')
  await service.sql`update users set display_name = 'Quimby' where id = ${ann.id}`
  await goOn(service, 3, 'quimby', 'SLA')
  await goOn(service, 3, 'service promise', 'SLA')
  assert.equal(await namesIn(service, editor), ['quimby 3 SLA', 'service promise 3 SLA'])
  const hashes = async () => {
    const [row] = await service.sql`select count(*)::integer as hashes from learned_people`
    return row?.hashes
  }
  assert.is(await hashes(), 6)
  await service.sql`update wanted_keys set week = week - 7`
  await service.sql`
    insert into learned_weeks select learned_id, week - 7, people from learned_weeks`
  await service.sql`update learned_people set week = week - 7`
  await service.sql`delete from learned_weeks where week > now() - interval '7 days'`
  await cleanUp(service)
  assert.is(await hashes(), 0)
  assert.is((await items(service, editor)).length, 2, 'how many there were is kept')
  const path = `/api/v1/users/${ann.id}/erase`
  const erased = await service.request('POST', path, { as: admin, body: { names: ['Quimby'] } })
  assert.is(erased.status, 200, JSON.stringify(erased.body))
  assert.equal(await namesIn(service, editor), ['service promise 3 SLA'])
})

off('nothing is stored or shown', async (service) => {
  const { editor, sla } = await start(service)
  await goOn(service, 3, 'service promise', 'SLA')
  const stored = await service.sql`select from learned_names`
  assert.is(stored.length, 0)
  await service.sql`
    with learned as (
      insert into learned_names (name_key, term_id, name)
      values ('servicepromise', ${sla.id}, 'service promise') returning id
    )
    insert into learned_weeks select id, date_trunc('week', now())::date, 5 from learned`
  assert.equal(await items(service, editor), [])
  const [row] = await service.sql`select id from learned_names`
  assert.is(await outcomeOf(service, editor, 'add', row?.id), 'gone')
  assert.not.match((await service.request('GET', `/terms/${sla.id}`, { as: editor })).text, 'service promise')
})

test.run()
off.run()
