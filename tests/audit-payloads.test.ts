import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { undoConfirmation, undoProposalDecision, undoResolutions } from '../lib/review/undo.ts'
import { type AuditAction, auditActions, auditPayloads } from '../lib/schemas/audit.ts'
import { InboxDetail } from '../lib/schemas/inbox.ts'
import { auditedRequests } from './support/audited-requests.ts'
import { importFile, lines } from './support/imports.ts'
import { connect } from './support/oauth-agent.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('payloads of audit events', { ...threeLanguages, SERVICE_DEV_MODE: 'true' })

/** Undoes the resolution of a dispute, a declined proposal and a confirmation. */
async function undoDecisions({ ctx, request, sql }: TestService, as: Person, id: string) {
  const actor = { id: as.id, role: 'editor', scopes: [], via: 'session' } as const
  const [dispute] = await sql<{ id: string }[]>`select id from disputes`
  await undoResolutions(ctx, actor, id, [dispute?.id ?? ''])
  const [declined] = await sql<{ id: string }[]>`
    select id from proposals where status = 'declined'`
  await undoProposalDecision(ctx, actor, declined?.id ?? '')
  await sql`update terms set is_stale = true where id = ${id}`
  await request('POST', `/api/v1/terms/${id}/confirm`, { as })
  await undoConfirmation(ctx, actor, id)
}

/** Does what causes the events that have no request of their own in `auditedRequests`. */
async function doTheRest(service: TestService, editor: Person, bo: Person) {
  const send = async (as: Person, method: string, path: string, body?: object | string) => {
    const answer = await service.request(method, path, { as, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`)
    return answer.body
  }
  const { id } = await service.term(editor, { name: 'OKR', category: 'Management' })
  const term = `/api/v1/terms/${id}`
  await send(bo, 'PUT', `${term}/follow`)
  await send(editor, 'PATCH', '/api/v1/categories/Management', { name: 'MANAGEMENT' })
  await send(editor, 'PUT', term, { version: 2, definition: 'A goal.' })
  await send(editor, 'POST', `${term}/revert`, { version: 3, to_version: 1 })
  for (const action of ['accept', 'decline']) {
    const { version } = await send(bo, 'GET', term)
    const change = { version, definition: `A result to ${action}.`, note: 'Clearer.' }
    const proposal = await send(bo, 'POST', `${term}/proposals`, change)
    await send(editor, 'POST', `/api/v1/proposals/${proposal.id}/${action}`, {})
  }
  const { version } = await send(bo, 'GET', term)
  const { id: withdrawn } = await send(bo, 'POST', `${term}/proposals`, { version, category: null })
  await send(bo, 'DELETE', `/api/v1/proposals/${withdrawn}`)
  await service.sql`update terms set status = 'official' where id = ${id}`
  await send(bo, 'POST', `${term}/dispute`, { reason: 'Wrong.' })
  const [dispute] = await send(bo, 'GET', `${term}/disputes`)
  const resolution = { resolution: 'dismissed', note: 'It is right.' }
  await send(editor, 'POST', `/api/v1/disputes/${dispute.id}/resolve`, resolution)
  await undoDecisions(service, editor, id)

  const other = await service.term(bo, { name: 'OKR', full_name: 'Objectives' })
  for (const method of ['PUT', 'DELETE']) await send(editor, method, `${term}/relations/broader/${other.id}`)
  const [official, said] = [await service.term(editor, { name: 'ARR' }), await service.term(bo, { name: 'MRR' })]
  await service.sql`update terms set status = 'official' where id = ${official.id}`
  const saidOf = `/api/v1/terms/${said.id}/relations/broader/${official.id}`
  await send(bo, 'PUT', saidOf)
  for (const path of [saidOf, `${saidOf}/refusal`]) await send(editor, 'PUT', path)
  const pair = { id, other_id: other.id, actor_id: editor.id }
  await service.ctx.db.run('review/keep-both', pair)
  await service.ctx.db.run('review/forget-both', pair)
  const into = await send(bo, 'GET', term)
  const merge = { into: id, version: 1, into_version: into.version }
  await send(editor, 'POST', `/api/v1/terms/${other.id}/merge`, merge)

  const suggested = await service.term(editor, { name: 'KPI' })
  await service.sql`update terms set status = 'suggested' where id = ${suggested.id}`
  await send(editor, 'POST', `/api/v1/terms/${suggested.id}/dismiss`)
  await send(editor, 'POST', `/api/v1/dismissed/${suggested.id}/restore`)

  await connect(service, editor)
  const { body } = await importFile(service, editor, lines('name,definition', 'NPS,A score.'))
  await send(editor, 'DELETE', `/api/v1/imports/${body.import_id}`)
  const [webhook] = await service.sql<{ id: string }[]>`select id from webhooks`
  for (const statement of ['notify/disable-webhook', 'notify/enable-webhook'] as const) {
    await service.ctx.db.run(statement, { id: webhook?.id ?? null })
  }
  for (const _ of [1, 2]) {
    await service.request('GET', '/auth/dev/login?email=new@example.com')
    await service.sql`update users set is_active = false where email = 'new@example.com'`
  }
  const [person] = await service.sql`select id from users where email = 'new@example.com'`
  await send(editor, 'POST', `/api/v1/users/${person?.id}/erase`)
}

test('every event has the payload of its action, and entries of the inbox only the fields that are named', async (service) => {
  const [admin, ada, bo] = [await service.person('admin'), await service.person(), await service.person()]
  for (const { send } of await auditedRequests(service, admin, ada)) await send()
  await doTheRest(service, admin, bo)

  const events = await service.sql<{ action: AuditAction; payload: object }[]>`
    select action, payload from audit_events`
  const seen = new Set(events.map(({ action }) => action))
  assert.equal(
    auditActions.filter((action) => !seen.has(action)),
    [],
  )
  const wrong = events.filter(({ action, payload }) => !v.is(auditPayloads[action], payload))
  assert.equal([...wrong], [])

  const entries = await service.sql`select kind, detail from inbox_entries`
  assert.ok(entries.length > 5)
  const Detail = v.strictObject(InboxDetail.entries)
  assert.equal(
    entries.filter(({ detail }) => !v.is(Detail, detail)),
    [],
  )
})

test('a field that a payload has by mistake reaches neither the inbox nor a message', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA' })
  const payload = JSON.stringify({ name: 'SLA', version: 2, draft: 'secret' })
  await service.sql`
    insert into audit_events (actor_id, action, target_type, target_id, payload)
    values (${bo.id}, 'term.updated', 'term', ${id}, ${payload}::text::jsonb)`
  const { body } = await service.request('GET', '/api/v1/inbox', { as: ada })
  assert.equal(body[0].detail, { action: 'term.updated', version: 2 })
  const [message] = await service.ctx.db.many<{ payload: object }>('notify/claim-messages', { limit: 1 })
  assert.not.match(JSON.stringify(message), 'secret')
})

test.run()
