import * as assert from 'uvu/assert'
import { channel, discover, said, suggested } from './support/discovery.ts'
import { rowsOf } from './support/rows.ts'
import { slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = slackGlossary('dismissed suggestions')

const dismiss = (service: TestService, as: Person, id: string) =>
  service.request('POST', `/api/v1/terms/${id}/dismiss`, { as })

const restore = (service: TestService, as: Person, id: string) =>
  service.request('POST', `/api/v1/dismissed/${id}/restore`, { as })

const namesOf = (terms: { name: string; full_name: string | null }[]) =>
  terms.map(({ name, full_name }) => [name, full_name])

test('discovery does not suggest a dismissed name with that full name again', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR (Quarterly Business Review)', 'QBR', 'QBR'))
  await discover(service, admin)
  const [{ id }] = await suggested(service, admin)
  assert.is((await dismiss(service, admin, id)).status, 204)
  assert.is((await service.request('GET', `/api/v1/terms/${id}`, { as: admin })).status, 404)

  channel(service, 'C2', said('QBR', 'QBR (quarterly business review)'))
  await discover(service, admin)
  assert.equal(await suggested(service, admin), [])

  channel(service, 'C3', said(...Array(4).fill('QBR (Quick Bug Report)')))
  await discover(service, admin)
  assert.equal(namesOf(await suggested(service, admin)), [['QBR', 'Quick Bug Report']])
})

test('an acronym whose suggestion was edited before it was dismissed is not suggested again', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR', 'QBR', 'QBR'))
  await discover(service, admin)
  const [{ id }] = await suggested(service, admin)
  const body = { version: 1, full_name: 'Quarterly Business Review' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: admin, body })
  await dismiss(service, admin, id)
  await discover(service, admin)
  assert.equal(await suggested(service, admin), [])
})

test('a restored suggestion has its ID, its text and its history', async (service) => {
  const editor = await service.person('editor')
  const term = await service.term(editor, { name: 'SLA', aliases: ['S.L.A.'], category: 'Legal' })
  await setStatus(service, term.id, 'suggested')
  await dismiss(service, editor, term.id)
  const list = await service.request('GET', '/api/v1/dismissed', { as: editor })
  assert.is(list.headers.get('x-total-count'), '1')
  const [{ dismissed_at, ...dismissed }] = list.body
  assert.ok(Date.parse(dismissed_at))
  const dismissed_by = { id: editor.id, display_name: editor.email }
  assert.equal(dismissed, { id: term.id, name: 'SLA', full_name: null, dismissed_by })

  const { status, body } = await restore(service, editor, term.id)
  assert.is(status, 200)
  const { updated_at } = body
  assert.equal(body, { ...term, status: 'suggested', version: 2, updated_at })
  assert.equal((await service.request('GET', '/api/v1/dismissed', { as: editor })).body, [])
  assert.is((await restore(service, editor, term.id)).status, 404)
  const history = await service.request('GET', `/api/v1/terms/${term.id}/history`, { as: editor })
  assert.equal(
    history.body.map(({ action, version }: Record<string, unknown>) => [action, version]),
    [
      ['created', 2],
      ['created', 1],
    ],
  )
  const audit = await service.sql`
    select action from audit_events where target_id = ${term.id} order by seq desc limit 2`
  assert.equal(
    audit.map(({ action }) => action),
    ['term.restored', 'term.dismissed'],
  )
  assert.is((await dismiss(service, editor, term.id)).status, 204)
})

test('suggestions that two versions dismissed side by side are restored by either', async (service) => {
  const { sql } = service
  const editor = await service.person('editor')
  const links = [{ url: 'https://example.com/sla', label: 'wiki' }]
  const term = await service.term(editor, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    category: 'Legal',
    links,
  })
  await setStatus(service, term.id, 'suggested')
  await dismiss(service, editor, term.id)
  const [row] = await sql`
    select name, full_name, full_name_key, definition, category, in_texts, aliases, links, version, owner_id, source
    from dismissed_suggestions`
  const { name, full_name, definition, category, in_texts, aliases, version, source } = term
  const key = { full_name_key: 'service level agreement', owner_id: editor.id }
  assert.equal({ ...row }, { name, full_name, definition, category, in_texts, aliases, links, version, source, ...key })

  // As the version before writes it.
  await sql`update dismissed_suggestions set content = null, definition = 'Of the version before.'`
  const { body } = await restore(service, editor, term.id)
  const { updated_at } = body
  assert.equal(body, { ...term, definition: 'Of the version before.', status: 'suggested', version: 2, updated_at })
})

test('a suggestion comes back without a person who was erased meanwhile', async (service) => {
  const [admin, jane] = [await service.person('admin'), await service.person()]
  await service.sql`update users set display_name = 'Jane Roe' where id = ${jane.id}`
  const fields = { name: 'JR', full_name: 'Jane Roe', definition: 'Ask Jane Roe.', category: 'Legal' }
  const { id } = await service.term(jane, { ...fields, aliases: ['Jane Roe', 'JRX'] })
  await setStatus(service, id, 'suggested')
  assert.is((await dismiss(service, admin, id)).status, 204)
  const erased = await service.request('POST', `/api/v1/users/${jane.id}/erase`, {
    as: admin,
    body: { names: ['Jane Roe'] },
  })
  assert.is(erased.status, 200)
  assert.not.match(await rowsOf(service), /Jane Roe/)
  const { status, body } = await restore(service, admin, id)
  assert.is(status, 200)
  const { name, full_name, definition, category, aliases, owner } = body
  assert.equal({ name, full_name, definition, category }, { ...fields, full_name: '…', definition: 'Ask ….' })
  assert.equal([aliases, owner], [[{ name: 'JRX', kind: 'alias' }], null])
})

test('only suggested terms can be dismissed, and only meanings that nobody has added can be restored', async (service) => {
  const editor = await service.person('editor')
  const { id } = await service.term(editor, { name: 'SLA' })
  const refused = await dismiss(service, editor, id)
  assert.equal([refused.status, refused.body.code], [409, 'transition_refused'])
  await setStatus(service, id, 'suggested')
  await dismiss(service, editor, id)
  const other = await service.term(editor, { name: 'sla' })
  const { status, body } = await restore(service, editor, id)
  assert.equal([status, body.code, body.existing_id], [409, 'duplicate', other.id])
  await service.request('DELETE', `/api/v1/terms/${other.id}`, { as: editor })
  assert.is((await restore(service, editor, id)).status, 200)
})

test('a suggestion that was imported with the ID of a dismissed one is remembered as it was', async (service) => {
  const admin = await service.person('admin')
  const { id } = await service.term(admin, { name: 'SLA', definition: 'From a person.' })
  await setStatus(service, id, 'suggested')
  await dismiss(service, admin, id)
  await service.request('POST', '/api/v1/import?match=id', {
    as: admin,
    body: [{ id, name: 'SLO', definition: 'From a file.' }],
  })
  await setStatus(service, id, 'suggested')
  const { body: imported } = await service.request('GET', `/api/v1/terms/${id}`, { as: admin })
  assert.equal([imported.owner, imported.source], [null, 'import'])
  await dismiss(service, admin, id)
  const { body: restored } = await restore(service, admin, id)
  const { version, updated_at } = restored
  assert.equal(restored, { ...imported, version, updated_at })
})

test.run()
