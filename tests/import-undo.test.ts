import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { importFile, lines } from './support/imports.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('import, undo')

const file = lines('name,definition', ...['SLA', 'MSA', 'API', 'CPU', 'RAM', 'SSD'].map((name) => `${name},New.`))

const undo = ({ request }: TestService, as: Person, id: string) => request('DELETE', `/api/v1/imports/${id}`, { as })

test('undo deletes what the import created, reverts what it changed, and keeps what was touched', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const untouched = await service.term(as, { name: 'SLA', definition: 'Old.' })
  const { body } = await importFile(service, as, file, { file_name: 'terms.csv' })
  const idOf = (name: string) => body.rows.find((row: { name: string }) => row.name === name).term_id as string
  await request('POST', `/api/v1/terms/${idOf('API')}/vote`, { as })
  const edit = { version: 1, definition: 'Edited.' }
  await request('PUT', `/api/v1/terms/${idOf('CPU')}`, { as, body: edit })
  await request('DELETE', `/api/v1/terms/${idOf('RAM')}`, { as })
  for (const name of ['SLA', 'SSD']) {
    await request('PUT', `/api/v1/terms/${idOf(name)}/follow`, { as })
  }
  const undone = await undo(service, as, body.import_id)
  assert.is(undone.status, 200)
  assert.equal(undone.body, {
    deleted: 1,
    reverted: 1,
    kept: [
      { term_id: idOf('API'), name: 'API', reason: 'It has been voted for since.' },
      { term_id: idOf('CPU'), name: 'CPU', reason: 'It has been changed since.' },
      { term_id: idOf('RAM'), name: 'RAM', reason: 'It has been deleted since.' },
      { term_id: idOf('SSD'), name: 'SSD', reason: 'Someone follows it.' },
    ],
  })
  assert.is((await request('GET', `/api/v1/terms/${idOf('MSA')}`, { as })).status, 404)
  const reverted = await request('GET', `/api/v1/terms/${untouched.id}`, { as })
  assert.equal([reverted.body.definition, reverted.body.version], ['Old.', 3])
  const history = await request('GET', `/api/v1/terms/${untouched.id}/history`, { as })
  assert.equal(
    [history.body[0].action, history.body[0].changes],
    ['reverted', { definition: { from: 'New.', to: 'Old.' } }],
  )
  const again = await undo(service, as, body.import_id)
  assert.equal([again.status, again.body.code], [409, 'already_undone'])
  const events = await service.sql`
    select payload from audit_events where action = 'import.undone' and target_id = ${body.import_id}`
  assert.equal(
    events.map(({ payload }) => payload),
    [{ name: 'terms.csv', deleted: 1, reverted: 1, kept: 4 }],
  )
})

test('the list has who imported what, newest first', async (service) => {
  const as = await service.person('editor')
  await importFile(service, as, file, { file_name: 'first.csv' })
  const second = await importFile(service, as, file)
  await undo(service, as, second.body.import_id)
  const { body, headers } = await service.request('GET', '/api/v1/imports', { as })
  assert.is(headers.get('x-total-count'), '2')
  const { created_at, undone_at, ...newest } = body[0]
  assert.ok(created_at && undone_at)
  assert.equal(newest, {
    id: second.body.import_id,
    actor: { id: as.id, display_name: as.email },
    file_name: null,
    format: 'csv',
    totals: second.body.totals,
  })
  assert.equal([body[1].file_name, body[1].undone_at], ['first.csv', null])
})

test('only the person who imported and admins undo an import', async (service) => {
  const { body } = await importFile(service, await service.person('editor'), file)
  const other = await undo(service, await service.person('editor'), body.import_id)
  assert.equal([other.status, other.body.code], [403, 'forbidden'])
  assert.is((await undo(service, await service.person('admin'), body.import_id)).body.deleted, 6)
  const unknown = await undo(service, await service.person('admin'), body.rows[0].term_id)
  assert.is(unknown.status, 404)
})

test('a term does not return to a name that another term has by now', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'Old name' })
  const renaming = lines('id,name', `${id},New name`)
  const { body } = await importFile(service, as, renaming, { match: 'id' })
  await service.term(as, { name: 'old NAME' })
  const undone = await undo(service, as, body.import_id)
  assert.equal([undone.status, undone.body.reverted, undone.body.kept.length], [200, 0, 1])
})

test('a term does not return to a name that has 50 meanings by now', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'API' })
  const renaming = lines('id,name', `${id},New name`)
  const { body } = await importFile(service, as, renaming, { match: 'id' })
  const rows = Array.from({ length: 50 }, (_, index) => `API,Meaning ${index}`)
  await importFile(service, as, lines('name,meaning', ...rows))
  const undone = await undo(service, as, body.import_id)
  assert.equal([undone.status, undone.body.reverted], [200, 0])
  assert.match(undone.body.kept[0].reason, /50 meanings/)
})

test('of the terms that an undo keeps, the first 500 are named', async (service) => {
  const as = await service.person('editor')
  const rows = Array.from({ length: 502 }, (_, index) => `Term ${index},A meaning.`)
  const { body } = await importFile(service, as, lines('name,definition', ...rows))
  await service.sql`delete from terms`
  const { headers, body: undone } = await undo(service, as, body.import_id)
  assert.equal([undone.kept.length, headers.get('x-total-count')], [500, '502'])
})

test('a long list is counted once it is stored, so that what follows is planned for it', async (service) => {
  const as = await service.person('editor')
  const rows = Array.from({ length: 500 }, (_, index) => `Term ${index},A meaning.`)
  for (const _ of [1, 2]) {
    const { body } = await importFile(service, as, lines('name,definition', ...rows))
    const counted = await service.sql`
      select from pg_class where relname in ('terms', 'term_names') and reltuples = 500`
    assert.is(counted.count, 2)
    await undo(service, as, body.import_id)
    await service.sql`analyze` // as autovacuum does: PostgreSQL expects empty tables now
  }
})

test('an undo keeps a term that someone edits while the undo waits', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA' })
  const { body } = await importFile(service, as, lines('name,definition', 'SLA,Imported.'))
  let undone: Promise<Answer> | undefined
  await service.sql.begin(async (sql) => {
    await sql`select from terms where id = ${id} for update`
    undone = undo(service, as, body.import_id)
    await eventually('it waits', async () => (await sql`select from pg_locks where not granted`).count > 0)
    await sql`update terms set definition = 'Edited.', version = version + 1 where id = ${id}`
    await sql`
      insert into term_history (term_id, version, action, changes)
      select id, version, 'updated', '{"definition": {"from": "Imported.", "to": "Edited."}}' from terms where id = ${id}`
  })
  assert.equal((await undone)?.body.kept.length, 1)
  const { body: term } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.is(term.definition, 'Edited.')
})

test.run()
