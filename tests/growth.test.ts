import * as assert from 'uvu/assert'
import { bucketOf } from '../lib/app/limits.ts'
import { startCleanUp } from '../lib/jobs/clean-up.ts'
import { eventually } from './support/eventually.ts'
import { begin, requestCallback } from './support/logins.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { glossary, type TestService } from './support/test-service.ts'

// What strangers can store, and what nobody deletes by hand, stays small.
const identity = await openSlackIdentity()
const test = glossary('growth', { ...identity.env, SERVICE_RATE_LIMIT: '0' })

async function failureCount({ sql }: TestService, email: string | null) {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n
    from audit_events e
    left join users u on u.id = e.target_id
    where e.action = 'auth.login_failed' and u.email is not distinct from ${email}`
  return row?.n
}

/** Logs in as Ada; the account that this finds is deactivated. */
async function failLogin(service: TestService) {
  const attempt = await begin(service)
  identity.expect(ada, attempt.nonce)
  const parameters = { code: 'a-code', state: attempt.state }
  const { status, body } = await requestCallback(service, attempt, parameters)
  assert.equal([status, body.code], [401, 'inactive_user'])
}

test('at most 100 failed logins an hour are recorded for each account', async (service) => {
  const { id, email } = await service.person('viewer', ada.email)
  await service.sql`update users set is_active = false where id = ${id}`
  await service.sql`
    insert into audit_events (action, payload)
    select 'auth.login_failed', '{}' from generate_series(1, 100)`
  await service.sql`
    insert into audit_events (action, target_type, target_id)
    select 'auth.login_failed', 'user', ${id} from generate_series(1, 98)`
  for (const expected of [99, 100, 100]) {
    await failLogin(service)
    assert.is(await failureCount(service, email), expected)
  }
  assert.is(await failureCount(service, null), 100)
})

test('a login that only begins stores nothing', async (service) => {
  for (let i = 0; i < 10; i++) await begin(service)
  assert.is((await service.sql`select from spent_login_nonces`).length, 0)
  assert.is((await service.sql`select from audit_events`).length, 0)
})

test('the counters of failed logins do not grow with the number of networks', () => {
  const networks = Array.from({ length: 200_000 }, (_, i) => `2001:db8:${i.toString(16)}:0`)
  assert.ok(new Set(networks.map(bucketOf)).size <= 65_536)
  assert.is(bucketOf('2001:db8:0:0'), bucketOf('2001:db8:0:0'))
})

test('many requests for /ready at a time write to the database once', async ({ request, sql }) => {
  await Promise.all(Array.from({ length: 200 }, () => request('GET', '/ready')))
  const [row] = await sql`select pg_relation_size('readiness_probes')::integer / 8192 as pages`
  assert.ok(row?.pages > 0 && row?.pages < 20, `${row?.pages} pages`)
})

test('old messages and Slack requests are deleted, also while the Slack bot is off', async (service) => {
  const { ctx, sql } = service
  assert.is(ctx.slack, null)
  const { id } = await service.person()
  await sql`
    insert into outbox_messages (user_id, kind, payload, created_at)
    values (${id}, 'digest', '{}', now() - interval '31 days')`
  await sql`
    insert into slack_deliveries (id, kind, payload, next_attempt_at, handled_at, created_at)
    values ('old', 'event', null, now(), now(), now() - interval '49 hours')`
  const stop = startCleanUp(ctx)
  await eventually('they are deleted', async () => {
    const rows = await sql`select id::text from outbox_messages union all select id from slack_deliveries`
    return rows.length === 0
  })
  await stop()
})

test('what cannot be deleted does not keep the rest', async ({ ctx, sql, logs }) => {
  await sql`
    insert into slack_deliveries (id, kind, payload, next_attempt_at, handled_at, created_at)
    values ('old', 'event', null, now(), now(), now() - interval '49 hours')`
  await sql`insert into wanted_keys (week, key) values ('2026-01-05', ${Buffer.alloc(32)})`
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as 'begin raise ''refused''; end';
    create trigger refuse before delete on slack_deliveries execute function refuse()`)
  const stop = startCleanUp(ctx)
  await eventually('the key is deleted', async () => (await sql`select from wanted_keys`).length === 0)
  await stop()
  assert.ok(logs.some((line) => JSON.parse(line).part === 'slack_deliveries'))
})

/** What makes three rows, of which `n` is the number, that the clean-up deletes or joins. */
const leftovers: string[] = [
  "slack_deliveries (id, kind, next_attempt_at, handled_at, created_at) select n, 'event', now(), now(), now() - interval '49 hours'",
  "slack_channel_categories (channel_id, category_key, uses, last_used_on) select 'C1', n, 1, current_date - 91",
  "outbox_messages (kind, payload, created_at) select 'slack.answer', '{}', now() - interval '31 days'",
  'glossary_changes (number) select n',
  "inbox_entries (user_id, kind, created_at) select u.id, 'stale', now() - interval '181 days'",
  'term_follows (term_id, user_id) select gen_random_uuid(), u.id',
  "wanted_keys (week, key) select '2026-01-05'::date + 7 * n, decode(repeat('00', 32), 'hex')",
  'wanted_names (name_key, name, is_public, last_asked_on) select n, n, true, current_date',
  "wanted_requests (name_key, user_id, name, created_at) select n, u.id, n, now() - interval '91 days'",
  'explained_names (name_key, last_seen_on) select n, current_date - 92',
  "agents (user_id, client_id, name, expires_at) select u.id, 'c', 'an agent', now() - interval '1 hour'",
  "oauth_state (kind, id_hash, payload, expires_at) select 'Interaction', decode(repeat('0' || n, 32), 'hex'), '{}', now() - interval '1 hour'",
  "oauth_state (kind, id_hash, payload, created_at) select 'Client', decode(repeat('0' || n, 32), 'hex'), '{}', now() - interval '25 hours'",
]

for (const rows of leftovers) {
  const table_name = rows.split(' ', 1)[0] as string
  const isJoined = table_name === 'glossary_changes'
  test(`the clean-up takes no more ${table_name} at once than it is told: ${rows}`, async (service) => {
    await service.person()
    await service.sql.unsafe('delete from glossary_changes')
    await service.sql.unsafe(`insert into ${rows} from generate_series(1, 3) as n, users u`)
    const name = isJoined ? 'jobs/fold-glossary-changes' : 'jobs/delete-old'
    const run = async () => (await service.ctx.db.one<{ deleted: number }>(name, { table_name, most: 2 }))?.deleted
    assert.equal([await run(), await run()], [2, isJoined ? 2 : 1])
  })
}

test.after(() => identity.close())
test.run()
