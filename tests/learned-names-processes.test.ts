import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openContext } from '../lib/service.ts'
import { rowsOf } from './support/rows.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'
import { people } from './support/wanted.ts'

// People who look a name up in vain at one process and go on at another.
const test = glossary('learned names of two processes')

/** Two processes over one database, which store what they have counted only when they are told to. */
async function start(service: TestService) {
  const { databaseUrl, ctx } = service
  const opened = openContext(databaseUrl, ctx.settings, ctx.log, { Response })
  const second = { ...opened.context, now: () => service.clock.now }
  const app = createGlossary(second)
  const editor = await service.person('editor')
  const sla = await service.term(editor, { name: 'SLA' })
  const kpi = await service.term(editor, { name: 'KPI' })
  const processes = {
    a: { request: service.request, store: () => ctx.lookups.store() },
    b: {
      request: ((method, path, options) => send(app, method, path, options)) as TestService['request'],
      store: () => second.lookups.store(),
    },
  }
  const lookUp = (at: 'a' | 'b', as: Person, q: string) =>
    processes[at].request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
  const learned = async () => {
    const { body } = await service.request('GET', '/api/v1/review?kind=alias', { as: editor })
    return body.map(({ name, people, term }: Record<string, unknown> & { term: { name: string } }) =>
      [name, people, term.name].join(' '),
    )
  }
  const close = () => opened.close(second.background.settle())
  return { ...processes, sla, kpi, lookUp, learned, close }
}

test('a name is learned whichever process answers, once the first lookup is stored', async (service) => {
  const { a, b, lookUp, learned, close } = await start(service)
  const [first, second] = (await people(service, 2)) as [Person, Person]
  await lookUp('a', first, 'QZP')
  await lookUp('b', second, 'QZP')
  await Promise.all([a.store(), b.store()])
  await lookUp('b', first, 'SLA')
  await lookUp('a', second, 'SLA')
  await Promise.all([a.store(), b.store()])
  assert.equal(await learned(), ['QZP 2 SLA'])
  assert.equal([...(await service.sql`select from lookup_trails`)], [])
  await close()
})

test('a click at another process counts on what was offered, and on nothing else', async (service) => {
  const { a, b, kpi, lookUp, learned, close } = await start(service)
  const [editor] = (await people(service, 1)) as [Person]
  await service.term(editor, { name: 'Milestone' })
  for (const as of await people(service, 3)) {
    const unknown = await a.request('GET', '/t/Milestome', { as })
    assert.match(unknown.text, 'href="/t/Milestone"')
    await a.store()
    await b.request('GET', `/terms/${kpi.id}`, { as })
    await b.store()
    await b.request('GET', '/t/Milestone', { as })
    await b.store()
    await lookUp('a', as, 'KPI')
    await a.store()
  }
  assert.equal(await learned(), ['Milestome 3 Milestone'])
  await close()
})

test('only the first thing that a person finds counts, wherever they find it', async (service) => {
  const { a, b, lookUp, learned, close } = await start(service)
  for (const as of await people(service, 2)) {
    await lookUp('a', as, 'QZP')
    await a.store()
    await lookUp('b', as, 'KPI')
    await b.store()
    await lookUp('a', as, 'SLA')
    await a.store()
  }
  assert.equal(await learned(), ['QZP 2 KPI'])
  await close()
})

test('a name that is looked up later at another process takes the place of the first one', async (service) => {
  const { a, b, lookUp, learned, close } = await start(service)
  for (const as of await people(service, 2)) {
    await lookUp('a', as, 'QZP')
    service.clock.now = new Date(service.clock.now.getTime() + 100)
    await lookUp('b', as, 'QZV')
    await b.store()
    await a.store()
    await lookUp('a', as, 'SLA')
    await a.store()
  }
  assert.equal(await learned(), ['QZV 2 SLA'])
  await close()
})

test('who a person is cannot be read, and what they looked up is deleted', async (service) => {
  const { a, lookUp, close } = await start(service)
  const [as] = (await people(service, 1)) as [Person]
  await lookUp('a', as, 'QZP')
  await a.store()
  const [trail] = await service.sql`select name, lost_at from lookup_trails`
  assert.is(trail?.name, 'QZP')
  const rows = await rowsOf(service)
  const trails = rows.slice(rows.indexOf('lookup_trails'), rows.indexOf('lookup_trails') + 400)
  assert.not.match(trails, as.id)
  await service.sql`update lookup_trails set lost_at = now() - interval '301 seconds'`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'lookup_trails', most: 100 })
  assert.equal([...(await service.sql`select from lookup_trails`)], [])
  await close()
})

test('a page that is opened, or a name that is found, makes no statement of its own', async (service) => {
  const { sla, lookUp, close } = await start(service)
  const [as] = (await people(service, 1)) as [Person]
  await service.ctx.lookups.store()
  const count = async () => {
    const [row] = await service.sql<{ rows: number }[]>`
      select (select count(*) from lookup_trails)::integer + (select count(*) from wanted_keys)::integer as rows`
    return row?.rows
  }
  const before = await count()
  await lookUp('a', as, 'QZP')
  await lookUp('a', as, 'SLA')
  await service.request('GET', `/terms/${sla.id}`, { as })
  assert.is(await count(), before)
  await close()
})

test.run()
