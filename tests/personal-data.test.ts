import * as assert from 'uvu/assert'
import { apiToken, embedKey } from './support/credentials.ts'
import { connectedAgent } from './support/endpoint-objects.ts'
import { importFile, lines } from './support/imports.ts'
import { webhook } from './support/receiver.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('personal data', { SERVICE_PRIVATE_ADDRESSES: 'true' })

const email = 'ada.lovelace@example.com'
const slackId = 'U0LOVELACE'
const name = 'Ada "Ace" Lovelace'
const client = '203.0.113.77'
const subject = 'subject-at-the-provider'
/** What must be gone, in lower case. */
const details = ['lovelace', client, subject]
/** What only looks similar. */
const similar = `not x${email}.au or ${slackId}X`
  .replaceAll('lovelace', 'lovelyace')
  .replaceAll('LOVELACE', 'LOVELYACE')
const text = `Ask ${name}, ${email.toUpperCase()} or <@${slackId}>, ${similar}.`
const cleaned = `Ask …, … or <@…>, ${similar}.`

type Setting = { admin: Person; ada: Person; termId: string }

/** Leaves traces of Ada wherever the service stores some. */
async function leaveTraces(service: TestService): Promise<Setting> {
  const { sql, request } = service
  const [admin, bo] = [await service.person('admin'), await service.person('editor')]
  await webhook(service, admin, 'http://127.0.0.1:9999/hook')
  const ada = await service.person('editor', email)
  await sql`
    update users set display_name = ${name}, messaging_user_id = ${slackId} where id = ${ada.id}`
  const as = (person: Person) => ({
    send: async (method: string, path: string, body?: object) => {
      const answer = await request(method, path, { as: person, ...(body && { body }) })
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
      return answer.body
    },
  })
  const [ofAda, ofBo] = [as(ada), as(bo)]
  const { id: termId } = await ofAda.send('POST', '/api/v1/terms', { name: 'SLA', definition: text })
  const term = `/api/v1/terms/${termId}`
  await ofAda.send('PUT', term, { version: 1, definition: `${text} Twice.` })
  await ofBo.send('PUT', `${term}/follow`)
  await ofBo.send('POST', `${term}/claim`)
  await ofAda.send('POST', `${term}/vote`)
  await ofAda.send('PUT', `${term}/follow`)
  await ofAda.send('POST', `${term}/claim`)
  await ofBo.send('POST', `${term}/vote`)
  const proposal = await ofBo.send('POST', `${term}/proposals`, {
    version: 2,
    definition: `${text} Proposed.`,
    note: text,
  })
  await ofAda.send('POST', `/api/v1/proposals/${proposal.id}/accept`, {})
  await ofAda.send('POST', `${term}/dispute`, { reason: text })
  await ofBo.send('POST', '/api/v1/terms', { name: 'SLO', definition: `Written by ${name}.` })
  await connectedAgent(service, admin)
  await sql`insert into identities values ('https://idp.example.com', ${subject}, ${ada.id})`
  await sql`
    insert into outbox_messages (kind, payload)
    values ('slack.answer', ${sql.json({ to: { user: slackId }, message: { text } })})`
  await sql`
    insert into slack_deliveries (id, kind, payload, next_attempt_at)
    values ('1', 'event', ${sql.json({ event: { user: slackId, text } })}, now())`
  await sql`insert into discovery_channels (id, name) values ('C1', 'general')`
  await sql`
    insert into discovery_sightings (acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at)
    values ('SLA', 'C1', 2, ${['U0BO', slackId]}, '{}', now(), now())`
  for (const asked of [name, name.toUpperCase().replace(' ', '-'), `${name} team`]) {
    await sql`insert into wanted_names (name_key, name, is_public, last_asked_on)
      values (loose(${asked}), ${asked}, false, now()) on conflict do nothing`
    await sql`insert into wanted_requests (name_key, user_id, name)
      values (loose(${asked}), ${bo.id}, ${asked}) on conflict do nothing`
  }
  await sql`insert into audit_events (action, target_type, target_id, payload)
    values ('auth.login_failed', 'user', ${ada.id}, ${sql.json({ method: 'slack', client, reason: 'x' })})`
  await sql`insert into audit_events (actor_id, action, target_type, target_id, payload)
    values (${ada.id}, 'auth.login', 'user', ${ada.id}, ${sql.json({ method: 'oidc', client })})`
  await apiToken(service, ada)
  await connectedAgent(service, ada)
  const file = lines('name,definition', 'KPI,A number.')
  await importFile(service, ada, file)
  await sql`update imports set file_name = ${`terms of ${email}.csv`}`
  await embedKey(service, admin)
  await sql`update embed_keys set name = ${`pages of ${name}`}, created_by = ${ada.id}`
  return { admin, ada, termId }
}

/** Erases a person, with those of their names that texts may mention them by. */
async function erase({ request }: TestService, as: Person, { id }: Person) {
  const path = `/api/v1/users/${id}/erase`
  const { body } = await request('GET', path, { as })
  const names = body.names.map(({ name }: { name: string }) => name)
  return request('POST', path, { as, body: { names } })
}

/** The tables whose rows contain a text, in any case. */
async function tablesWith({ sql }: TestService, word: string) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const found = []
  for (const { name } of tables) {
    const rows = await sql`
      select from ${sql(name)} as r where strpos(lower(r::text), ${word}) > 0 limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** The tables of what people own that have a row of this person. */
async function ownedRows({ sql }: TestService, { id }: Person) {
  const found = []
  for (const name of ownTables) {
    const rows = await sql`select from ${sql(name)} where user_id = ${id} limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found
}

const ownTables = [
  ...['agents', 'api_tokens', 'category_follows', 'digests', 'identities', 'inbox_entries'],
  ...['stale_notices', 'term_follows', 'visits', 'wanted_requests'],
]

test('after an erasure, no column of any table has a detail of the person', async (service) => {
  const { admin, ada } = await leaveTraces(service)
  const before = new Set((await Promise.all(details.map((word) => tablesWith(service, word)))).flat())
  assert.equal([...before].sort(), [
    ...['audit_events', 'discovery_sightings', 'dispute_reasons', 'embed_keys', 'identities'],
    ...['imports'],
    ...['inbox_entries', 'outbox_messages', 'proposals', 'slack_deliveries', 'term_history'],
    ...['terms'],
    ...['users', 'wanted_names', 'wanted_requests'],
  ])
  const { status, body } = await erase(service, admin, ada)
  assert.is(status, 200)
  for (const word of details) assert.equal(await tablesWith(service, word), [], word)
  assert.equal(
    [body.id, body.email, body.display_name, body.messaging_user_id, body.is_active, body.role],
    [ada.id, `${ada.id}@erased.invalid`, 'Erased user', null, false, 'viewer'],
  )
})

test('what the person wrote stays, and so does what only looks similar', async (service) => {
  const { admin, ada, termId } = await leaveTraces(service)
  await erase(service, admin, ada)
  const term = await service.request('GET', `/api/v1/terms/${termId}`, { as: admin })
  assert.equal([term.body.definition, term.body.owner], [`${cleaned} Proposed.`, null])
  const history = await service.request('GET', `/api/v1/terms/${termId}/history`, { as: admin })
  const created = history.body.at(-1)
  assert.is(created.actor.display_name, 'Erased user')
  assert.is(history.body.at(-2).changes.definition.from, cleaned)
  const claims = history.body.filter(({ action }: { action: string }) => action === 'claimed')
  const owners = JSON.stringify(claims.map(({ changes }: { changes: object }) => changes))
  assert.match(owners, '"display_name":"Erased user"')
  const [dispute] = await service.sql`select text from dispute_reasons`
  assert.is(dispute?.text, cleaned)
  const [other] = await service.sql`select definition from terms where name = 'SLO'`
  assert.is(other?.definition, 'Written by ….')
  const [sighting] = await service.sql`select authors from discovery_sightings`
  assert.equal(sighting?.authors, ['U0BO', '…'])
})

test('an erasure ends every access, and the audit log says who erased whom', async (service) => {
  const { admin, ada } = await leaveTraces(service)
  const { token } = await apiToken(service, ada)
  assert.is((await service.request('GET', '/', { as: ada })).status, 200)
  await service.sql`insert into category_follows (category, user_id) values ('Security', ${ada.id})`
  assert.equal(await ownedRows(service, ada), [
    ...['agents', 'api_tokens', 'category_follows', 'identities'],
    ...['inbox_entries', 'term_follows', 'visits'],
  ])
  await erase(service, admin, ada)
  for (const authorization of [`Bearer ${ada.session}`, `Bearer ${token}`]) {
    const { status } = await service.request('GET', '/api/v1/me', { headers: { authorization } })
    assert.is(status, 401)
  }
  const [event] = (await service.request('GET', '/api/v1/admin/audit', { as: admin })).body
  assert.equal([event.action, event.actor_id, event.target_id, event.payload], ['user.erased', admin.id, ada.id, {}])
  assert.equal(await ownedRows(service, ada), [])
  assert.is((await erase(service, admin, ada)).status, 200, 'it can be repeated')
})

test('the audit log and the history refuse changes as before', async (service) => {
  const { admin, ada } = await leaveTraces(service)
  await erase(service, admin, ada)
  for (const change of [
    ...['update audit_events set payload = payload', 'delete from audit_events'],
    ...['update term_history set note = null', 'delete from term_history'],
    ...['truncate term_history'],
  ]) {
    await service.sql.unsafe(change).then(
      () => assert.unreachable(change),
      (error) => assert.match(error.message, 'is append-only'),
    )
  }
})

test('a person and admins read what is stored about the person; others do not', async (service) => {
  const { admin, ada, termId } = await leaveTraces(service)
  const read = (as: Person) => service.request('GET', `/api/v1/users/${ada.id}/data`, { as })
  const { status, headers, body } = await read(ada)
  assert.is(status, 200)
  assert.is(headers.get('content-disposition'), `attachment; filename="personal-data-${ada.id}.json"`)
  assert.equal((await read(admin)).body, body)
  assert.equal([body.user.email, body.user.messaging_user_id], [email, slackId])
  assert.is(body.identities[0].subject, subject)
  const amounts = Object.entries(body).map(([key, list]) => [key, (list as unknown[]).length])
  assert.equal(Object.fromEntries(amounts), {
    ...{ user: undefined, follows: undefined, identities: 1, tokens: 1, agents: 1, owned_terms: 1 },
    ...{ history: 5, votes: 0, proposals: 0, disputes: 1, requested_names: 0, inbox: 2, imports: 1 },
    ...{ embed_keys: 1, webhooks: 0, audit_events: 10 },
  })
  assert.equal(body.follows, { terms: [{ id: termId, name: 'SLA' }], categories: [] })
  assert.ok(body.audit_events.some(({ payload }: { payload: { client?: string } }) => payload.client === client))
  assert.not.match(JSON.stringify(body), /hash|session/)
  const mine = await service.request('GET', '/mine', { as: ada })
  assert.match(mine.text, `<a href="/api/v1/users/${ada.id}/data" download>Download your data</a>`)
  const other = await read(await service.person('editor'))
  assert.equal([other.status, other.body.code], [403, 'forbidden'])
})

test.run()
