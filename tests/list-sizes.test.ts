import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import type { Contract } from '../lib/http/endpoint.ts'
import { queries } from './support/endpoints.ts'
import { webhook } from './support/receiver.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('sizes of lists')

const nameOf = ({ method, path }: Contract) => `${method} ${path}`
const reads = routes
  .map(({ contract }) => contract)
  .filter(({ method, path }) => method === 'GET' && !path.startsWith('/auth/'))

type SchemaShape = { type?: string; entries?: Record<string, SchemaShape> }

/** Whether JSON with this schema is a list, or has one. */
const hasList = ({ type, entries = {} }: SchemaShape): boolean =>
  type === 'array' || Object.values(entries).some((entry) => entry.type === 'array')

/**
 * What has lists of a fixed length: of aliases, of the 20 best meanings (contract, section 13), of the ten definitions
 * that name a term (section 20), of translations (section 23), or of the newest entries that are
 * stored about a person.
 */
const bounded = [
  ...['GET /api/v1/terms/:id', 'GET /api/v1/lookup', 'GET /api/v1/terms/:id/impact'],
  'GET /api/v1/terms/:id/translations',
  ...['GET /api/v1/users/:id/data', 'GET /api/v1/users/:id/erase'],
]

test('every GET of the API that returns a list accepts limit and offset', () => {
  const lists = reads.filter(({ responses }) => hasList((responses[200] ?? {}) as SchemaShape))
  assert.ok(lists.length > 15)
  const without = lists.filter(({ query }) => {
    const { entries = {} } = (query ?? {}) as SchemaShape
    return !('limit' in entries && 'offset' in entries)
  })
  assert.equal(without.map(nameOf).sort(), bounded.sort())
})

const many = 600

/** Fills every table with many rows that concern one admin and, where there is one, the term with this ID. */
async function fill(service: TestService, admin: Person, termId: string) {
  const { sql } = service
  const { id } = admin
  const hook = await webhook(service, admin, 'https://8.8.8.8/hook')
  await sql`insert into users (email) select 'p' || i || '@example.com' from generate_series(1, ${many}) i`
  await sql`
    insert into terms (name, full_name, definition, category, status, source, owner_id, is_stale, stale_since)
    select 'T' || i, 'Term ' || i, repeat('A promise. ', 20), 'Category ' || i,
      (array['suggested', 'pending', 'community'])[1 + i % 3], 'user', ${id}, true,
      now() - interval '40 days'
    from generate_series(1, ${many}) i`
  await sql`
    insert into term_follows (term_id, user_id) select id, ${id} from terms limit 400`
  await sql`
    insert into category_follows (category, user_id)
    select repeat('c', 70) || i, ${id} from generate_series(1, ${many}) i`
  await sql`
    insert into proposals (term_id, base_version, changes, proposed_by, note)
    select ${termId}, 1, '{"definition": {"from": "a", "to": "b"}}', id, 'Better.' from users where id <> ${id}`
  await sql`
    insert into proposals (term_id, base_version, changes, proposed_by)
    select id, 1, '{"definition": {"from": "a", "to": "b"}}', ${id} from terms`
  await sql`
    insert into disputes (term_id, opened_by) select ${termId}, id from users where id <> ${id}`
  await sql`update terms set open_disputes = ${many} where id = ${termId}`
  await sql`
    insert into dispute_reasons (dispute_id, text) select id, repeat('Wrong. ', 20) from disputes`
  await sql`
    insert into disputes (term_id, opened_by) select id, ${id} from terms where id <> ${termId}`
  await sql`
    insert into term_history (term_id, version, action, note)
    select ${termId}, i, 'confirmed', repeat('x', 200) from generate_series(1, ${many}) i`
  await sql`
    insert into inbox_entries (user_id, kind, term_id, term_name, detail)
    select ${id}, 'followed', id, name, '{"action": "term.updated"}' from terms`
  await sql`
    insert into outbox_messages (kind, webhook_id, payload)
    select 'webhook', ${hook.id}, '{"type": "webhook.test"}' from generate_series(1, ${many})`
  await sql`
    insert into webhooks (url, events, encrypted_secret, created_by)
    select 'https://8.8.8.8/' || i, array['term.created'], '', ${id} from generate_series(1, ${many}) i`
  await sql`
    insert into embed_keys (name, origins, key_hash, created_by)
    select repeat('k', 90), array['https://wiki.example.com'], sha256(i::text::bytea), ${id}
    from generate_series(1, ${many}) i`
  await sql`
    insert into api_tokens (name, user_id, scopes, token_hash)
    select repeat('k', 90), ${id}, array['read'], sha256(i::text::bytea) from generate_series(1, ${many}) i`
  await sql`
    insert into imports (actor_id, format, totals)
    select ${id}, 'csv', '{"created": 1, "updated": 0, "unchanged": 0, "skipped": 0, "failed": 0}'
    from generate_series(1, ${many})`
  await sql`
    insert into job_runs (job_type, trigger, status, completed_at)
    select 'staleness', 'schedule', 'completed', now() from generate_series(1, ${many})`
  await sql`
    insert into audit_events (action, actor_id, payload)
    select 'auth.login', ${id}, '{}' from generate_series(1, ${many})`
  await sql`
    insert into dismissed_suggestions
      (id, name, definition, aliases, version, last_confirmed_at, source, created_at, dismissed_by)
    select gen_random_uuid(), 'D' || i, 'x', '[]', 1, now(), 'discovery', now(), ${id}
    from generate_series(1, ${many}) i`
  return hook.id
}

/** As long as the glossary, or a file that is always the same. */
const others = ['/api/v1/export', '/feeds/:token/:format', '/cli', '/docs', '/extension.zip']

test('no answer is larger than 256 KB, however much there is', async (service) => {
  const admin = await service.person('admin')
  const { id } = await service.term(admin, { name: 'SLA', definition: 'T1 and T2.' })
  const webhookId = await fill(service, admin, id)
  const [proposal] = await service.sql`select id from proposals where term_id = ${id} limit 1`
  const sizes: Record<string, number> = {}
  for (const contract of reads.filter(({ path }) => !others.includes(path))) {
    const { path } = contract
    const object = path.includes('webhooks') ? webhookId : path.includes('proposals') ? proposal?.id : id
    const url = path
      .replace(':id', object)
      .replace(':name+', 'SLA')
      .replace(':file', 'unknown.css')
      .concat((queries[path] ?? '').replace(/=[\da-f-]{36}/, '=00000000-0000-4000-8000-000000000009'))
    const headers = { accept: path.startsWith('/api/') ? 'application/json' : 'text/html' }
    const { text } = await service.request('GET', url, { as: admin, headers })
    sizes[path] = Buffer.byteLength(text)
  }
  const tooLarge = Object.entries(sizes).filter(([, bytes]) => bytes > 256 * 1024)
  assert.equal(Object.fromEntries(tooLarge), {})
  // The test fills the lists: those of terms, of the admin's own things and of the term have a full page.
  for (const path of ['/api/v1/terms', '/api/v1/inbox', '/mine', '/api/v1/me/follows']) {
    assert.ok((sizes[path] ?? 0) > 4000, path)
  }
})

test.run()
