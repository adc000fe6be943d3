import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('import')

const totals = (some: Record<string, number>) => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  ...some,
})
const sla = lines(
  'name,full_name,definition,category,aliases',
  'SLA,Service Level Agreement,What we promise.,Operations,uptime promise;SLAs',
)
const findTerms = async ({ request }: TestService, as: Person, name: string) =>
  (await request('GET', `/api/v1/lookup?q=${encodeURIComponent(name)}`, { as })).body.terms

test('a new term is pending, from an import, without an owner, with a history entry', async (service) => {
  const as = await service.person('editor')
  const { status, body } = await importFile(service, as, sla, { file_name: 'terms.csv' })
  assert.is(status, 200)
  assert.equal(body.totals, totals({ created: 1 }))
  assert.equal(body.columns, {
    used: Object.fromEntries(['name', 'full_name', 'definition', 'category', 'aliases'].map((field) => [field, field])),
    ignored: [],
  })
  assert.equal(body.source, { encoding: 'utf-8', delimiter: ',', skipped_lines: 0, guesses: [] })
  const [term] = await findTerms(service, as, 'SLA')
  assert.equal(
    [term.id, term.status, term.source, term.owner, term.version, term.definition],
    [body.rows[0].term_id, 'pending', 'import', null, 1, 'What we promise.'],
  )
  assert.equal(term.aliases, [
    { name: 'uptime promise', kind: 'alias' },
    { name: 'SLAs', kind: 'alias' },
  ])
  const history = await service.request('GET', `/api/v1/terms/${term.id}/history`, { as })
  assert.equal(
    history.body.map(({ action, version, actor, changes }: Record<string, never>) => ({
      action,
      version,
      actor,
      changes,
    })),
    [{ action: 'created', version: 1, actor: { id: as.id, display_name: as.email }, changes: body.rows[0].changes }],
  )
  const events = await service.sql`select action, target_id, payload from audit_events`
  assert.equal(
    events.map((event) => ({ ...event })),
    [
      {
        action: 'import.completed',
        target_id: body.import_id,
        payload: { name: 'terms.csv', format: 'csv', ...totals({ created: 1 }) },
      },
    ],
  )
})

test('the same file twice gives all unchanged', async (service) => {
  const as = await service.person('editor')
  await importFile(service, as, sla)
  const { body } = await importFile(service, as, sla)
  assert.equal([body.totals, body.rows], [totals({ unchanged: 1 }), []])
})

test('a dry run stores nothing and says what would happen', async (service) => {
  const as = await service.person('editor')
  const { status, body } = await importFile(service, as, sla, { dry_run: 'true' })
  assert.equal([status, body.import_id, body.dry_run], [200, null, true])
  assert.equal(body.totals, totals({ created: 1 }))
  assert.equal(body.rows[0].term_id, null)
  assert.equal(body.rows[0].changes.name, { from: null, to: 'SLA' })
  assert.equal(await findTerms(service, as, 'SLA'), [])
  assert.is((await service.sql`select from imports`).length, 0)
})

test('a change keeps votes and owner, is a new version, and counts as confirmed', async (service) => {
  const as = await service.person('editor')
  const before = await service.term(as, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    category: 'Operations',
    aliases: [{ name: 'uptime promise', kind: 'discouraged' }],
  })
  await service.request('POST', `/api/v1/terms/${before.id}/vote`, { as })
  const { body } = await importFile(service, as, sla)
  assert.equal(body.totals, totals({ updated: 1 }))
  const { body: after } = await service.request('GET', `/api/v1/terms/${before.id}`, { as })
  assert.equal(
    [after.version, after.vote_count, after.owner, after.last_confirmed_at > before.last_confirmed_at, after.source],
    [2, 1, before.owner, true, 'user'],
  )
  assert.equal(after.aliases, [
    { name: 'SLAs', kind: 'alias' },
    { name: 'uptime promise', kind: 'discouraged' },
  ])
})

test('an absent column changes nothing; an empty cell clears the field', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    category: 'Operations',
    definition: 'A promise.',
    aliases: ['SLAs', { name: 'SAL', kind: 'misspelling' }],
  })
  const read = async () => (await service.request('GET', `/api/v1/terms/${id}`, { as })).body
  await importFile(service, as, lines('id,name,definition', `${id},SLA,New.`), { match: 'id' })
  const changed = await read()
  assert.equal(
    [changed.full_name, changed.category, changed.definition, changed.aliases.length],
    ['Service Level Agreement', 'Operations', 'New.', 2],
  )
  const cleared = lines('id,name,full_name,category,aliases', `${id},SLA,,,`)
  await importFile(service, as, cleared, { match: 'id' })
  const { full_name, category, definition, aliases } = await read()
  assert.equal([full_name, category, definition, aliases], [null, null, 'New.', [{ name: 'SAL', kind: 'misspelling' }]])
})

const faulty = lines(
  'name,definition,full_name',
  'SLA,A promise.,',
  ',no name,',
  'MSA,,',
  'SLA,Another promise.,',
  '',
  'SLA,A promise.,',
)

test('one bad row means that nothing is stored', async (service) => {
  const as = await service.person('editor')
  const { status, body } = await importFile(service, as, faulty)
  assert.equal([status, body.code, body.import_id], [422, 'validation_failed', null])
  assert.equal(body.totals, totals({ created: 1, skipped: 2, failed: 3 }))
  assert.equal(
    body.rows.map(({ row, outcome, errors }: Record<string, never>) => ({ row, outcome, errors })),
    [
      { row: 3, outcome: 'failed', errors: [{ path: 'name', message: 'is required' }] },
      { row: 4, outcome: 'failed', errors: [{ path: 'definition', message: 'is required' }] },
      {
        row: 5,
        outcome: 'failed',
        errors: [{ path: '', message: 'is the same term as row 2, with a different text' }],
      },
      { row: 2, outcome: 'created', errors: [] },
      { row: 6, outcome: 'skipped', errors: [] },
      { row: 7, outcome: 'skipped', errors: [] },
    ],
  )
  assert.equal(await findTerms(service, as, 'SLA'), [])
})

test('bad rows can be skipped', async (service) => {
  const as = await service.person('editor')
  const { status, body } = await importFile(service, as, faulty, { on_error: 'skip' })
  assert.equal([status, body.totals.created, body.totals.failed], [200, 1, 3])
  assert.is((await findTerms(service, as, 'SLA')).length, 1)
})

test('a name has at most 50 meanings, also in one file', async (service) => {
  const as = await service.person('editor')
  const rows = Array.from({ length: 52 }, (_, index) => `API,Meaning ${index},x`)
  const file = lines('name,full_name,definition', ...rows)
  const { body } = await importFile(service, as, file, { on_error: 'skip' })
  assert.equal(body.totals, totals({ created: 50, failed: 2 }))
  const again = await importFile(service, as, lines('name,definition', 'api,x'))
  assert.is(again.status, 422)
})

test('with match=id, the ID of a merged term fails', async (service) => {
  const as = await service.person('editor')
  const [{ id }, { id: into }] = [await service.term(as, { name: 'SLA' }), await service.term(as, { name: 'SLAs' })]
  const merge = { into, version: 1, into_version: 1 }
  const merged = await service.request('POST', `/api/v1/terms/${id}/merge`, { as, body: merge })
  assert.is(merged.status, 200)
  const file = lines('id,name,definition', `${id},SLA,New.`)
  const { status, body } = await importFile(service, as, file, { match: 'id' })
  assert.is(status, 422)
  assert.equal(body.rows[0].errors, [{ path: 'id', message: 'is that of a term that was merged into another one' }])
})

test('with match=id, an unknown ID is created, and a known one can get a new name', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', aliases: ['promise'] })
  const other = 'A1B2C3D4-0000-4000-8000-000000000001'
  const file = lines('id,name,definition', `${id},promise,x`, `${other},MSA,y`)
  const { body } = await importFile(service, as, file, { match: 'id' })
  assert.equal(body.totals, totals({ created: 1, updated: 1 }))
  const { body: renamed } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  assert.equal([renamed.name, renamed.aliases], ['promise', []])
  assert.is((await service.request('GET', `/api/v1/terms/${other}`, { as })).body.name, 'MSA')
  const taken = lines('id,name,definition', `${id},MSA,x`)
  assert.is((await importFile(service, as, taken, { match: 'id' })).status, 422)
  const unused = await importFile(service, as, file)
  assert.equal(unused.body.columns.ignored, ['id'])
})

test('with match=id, two rows that lead to one term fail', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'Foo' })
  const file = lines('id,name,definition', `${id},Bar,x`, ',Foo,y')
  const { status, body } = await importFile(service, as, file, { match: 'id' })
  assert.equal([status, body.totals], [422, totals({ updated: 1, failed: 1 })])
  assert.match(body.rows[0].errors[0].message, /same term as row 2/)
})

test('with match=id, a deleted term continues its versions', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA' })
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, definition: 'b' } })
  assert.is((await service.request('DELETE', `/api/v1/terms/${id}`, { as })).status, 204)
  const file = lines('id,name,definition', `${id},SLA,c`)
  const { status } = await importFile(service, as, file, { match: 'id' })
  assert.is(status, 200)
  const { body: term } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  const { body: entries } = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
  const versions = entries.map(({ version }: { version: number }) => version)
  assert.is(term.version, Math.max(...versions))
  assert.is(new Set(versions).size, versions.length)
})

test('only admins import statuses', async (service) => {
  const editor = await service.person('editor')
  const file = lines('name,definition,status', 'SLA,A promise.,official')
  const trusted = { trust_status: 'true' }
  assert.is((await importFile(service, editor, file, trusted)).status, 403)
  const ignored = await importFile(service, editor, file)
  assert.equal(ignored.body.columns.ignored, ['status'])
  assert.is((await findTerms(service, editor, 'SLA'))[0].status, 'pending')
  const { body } = await importFile(service, await service.person('admin'), file, trusted)
  assert.equal(body.rows[0].changes, { status: { from: 'pending', to: 'official' } })
  const { id, status, version } = (await findTerms(service, editor, 'SLA'))[0]
  assert.equal([status, version], ['official', 2])
  const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as: editor })
  assert.is(history.body[0].action, 'status_changed')
})

test('two imports of the same file at once create each term once', async (service) => {
  const as = await service.person('editor')
  const rows = Array.from({ length: 600 }, (_, index) => `TERM${index},expansion ${index}`)
  const file = lines('name,full_name', ...rows)
  const answers = await Promise.all([1, 2].map(() => importFile(service, as, file)))
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const created = answers.map(({ body }) => body.totals.created)
  assert.is(created[0] + created[1], 600)
})

test.run()
