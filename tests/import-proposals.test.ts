import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { importFile } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('proposing the rows of a file')

type Row = Record<string, unknown>
type Listed = { row: number; outcome: string; errors: { path: string; message: string }[] }

/** Sends rows as JSON. */
const send = (service: TestService, as: Person, rows: Row[], query: Record<string, string> = {}) =>
  importFile(service, as, JSON.stringify(rows), {
    type: 'application/json',
    ...{ as: 'proposals', match: 'id', ...query },
  })

const outcomes = (rows: Listed[]) => rows.map(({ row, outcome }) => [row, outcome])

const open = async ({ request }: TestService, as: Person) =>
  (await request('GET', '/api/v1/proposals?status=open', { as })).body

test('everyone can propose to the version in a row, even if the term has changed since, and add terms', async (service) => {
  const [owner, viewer] = [await service.person('editor'), await service.person()]
  const sla = await service.term(owner, { name: 'SLA', definition: 'A promise.', category: 'Ops' })
  const slo = await service.term(owner, { name: 'SLO', definition: 'A goal.' })
  const edit = { version: 1, definition: 'A goal to reach.' }
  await service.request('PUT', `/api/v1/terms/${slo.id}`, { as: owner, body: edit })
  const rows = [
    { id: sla.id, version: 1, name: 'SLA', definition: 'A promise.', category: 'Ops' },
    { id: slo.id, version: 1, name: 'SLO', definition: 'Our goal.', aliases: ['objective'] },
    { name: 'SLI', definition: 'A measure.' },
  ]
  const { status, body } = await send(service, viewer, rows)
  assert.is(status, 200)
  assert.equal(outcomes(body.rows), [
    [2, 'proposed'],
    [3, 'created'],
  ])
  const { proposed, created, unchanged, failed } = body.totals
  assert.equal({ proposed, created, unchanged, failed }, { proposed: 1, created: 1, unchanged: 1, failed: 0 })
  const [proposal, ...others] = await open(service, viewer)
  assert.equal(others, [])
  assert.equal([proposal.term_id, proposal.base_version, proposal.proposed_by.id], [slo.id, 1, viewer.id])
  assert.equal(proposal.changes, {
    definition: { from: 'A goal.', to: 'Our goal.' },
    aliases: { from: [], to: [{ name: 'objective', kind: 'alias' }] },
  })
  const { body: sli } = await service.request('GET', `/api/v1/terms/${body.rows[1].term_id}`, { as: viewer })
  assert.equal([sli.name, sli.owner.id, sli.status], ['SLI', viewer.id, 'pending'])
})

test('sent again, a changed row replaces the proposal, and what the glossary has by now is unchanged', async (service) => {
  const [owner, viewer] = [await service.person('editor'), await service.person()]
  const { id } = await service.term(owner, { name: 'SLA', definition: 'A promise.' })
  const row = { id, version: 1, name: 'SLA', definition: 'Our promise.' }
  const added = { name: 'SLO', definition: 'A goal.' }
  await send(service, viewer, [row, added])
  await send(service, viewer, [{ ...row, definition: 'The promise.' }, added])
  const [proposal, ...others] = await open(service, viewer)
  assert.equal(others, [])
  assert.is(proposal.changes.definition.to, 'The promise.')
  await service.request('POST', `/api/v1/proposals/${proposal.id}/accept`, { as: owner, body: {} })
  const { body } = await send(service, viewer, [{ ...row, definition: 'The promise.' }, added])
  assert.equal([body.totals.unchanged, body.rows], [2, []])
  assert.equal(await open(service, viewer), [])
})

test('a faulty row keeps everything from being stored, unless it is to be skipped', async (service) => {
  const viewer = await service.person()
  const { id } = await service.term(viewer, { name: 'SLA', definition: 'A promise.' })
  const row = { id, version: 1, name: 'SLA', definition: 'Our promise.' }
  const faulty: [string, Row][] = [
    ['version', { ...row, version: undefined }],
    ['version', { ...row, version: 2 }],
    ['id', { ...row, id: '6f1f7a0e-3d52-4f63-9a0e-5d1c2b3a4f60' }],
    ['id', { ...row, id: 'x' }],
    ['name', { name: 'SLA', definition: 'Another promise.' }],
    ['definition', { name: 'SLO', definition: '' }],
  ]
  for (const [path, wrong] of faulty) {
    const { status, body } = await send(service, viewer, [{ name: 'SLI', definition: 'x' }, wrong])
    assert.is(status, 422, path)
    assert.equal(outcomes(body.rows), [
      [2, 'failed'],
      [1, 'created'],
    ])
    assert.is(body.rows[0].errors[0].path, path)
  }
  const repeated = await send(service, viewer, [row, { ...row, definition: 'x' }])
  assert.equal(outcomes(repeated.body.rows), [
    [2, 'failed'],
    [1, 'proposed'],
  ])
  const dry = await send(service, viewer, [row], { dry_run: 'true' })
  assert.equal([dry.status, dry.body.totals.proposed], [200, 1])
  assert.equal(await open(service, viewer), [])
  const skipped = await send(service, viewer, [row, { name: 'SLO' }], { on_error: 'skip' })
  assert.equal([skipped.status, skipped.body.totals.proposed, skipped.body.totals.failed], [200, 1, 1])
  assert.is((await open(service, viewer)).length, 1)
})

test('at most 200 rows can change, whatever the number of rows', async (service) => {
  const viewer = await service.person()
  const known = { name: 'SLA', definition: 'A promise.' }
  await service.term(viewer, known)
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `QZ${i}`, definition: 'A measure.' }))
  const { status, body } = await send(service, viewer, rows(201))
  assert.equal([status, body.rows], [422, undefined])
  const most = await send(service, viewer, [known, ...rows(200)])
  assert.equal([most.status, most.body.totals.created], [200, 200])
})

test('a token needs the scope write, and only editors import', async (service) => {
  const viewer = await service.person()
  const row = { name: 'SLA', definition: 'A promise.' }
  for (const [scope, expected] of [
    ['read', 403],
    ['write', 200],
  ] as const) {
    const { token } = await apiToken(service, viewer, [scope])
    const { status } = await send(service, { ...viewer, session: token }, [row])
    assert.is(status, expected, scope)
  }
  const { status, body } = await importFile(service, viewer, JSON.stringify([row]), { type: 'application/json' })
  assert.equal([status, body.code], [403, 'insufficient_role'])
})

test.run()
