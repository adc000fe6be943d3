import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import { formatNames } from './support/export-formats.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'
import { isWhole } from './support/weekly-sample.ts'

// What is stored in large numbers, and that no answer grows with it (docs/security.md, *What there can be many of*).

const test = glossary('many of everything', { SERVICE_RATE_LIMIT: '0', SERVICE_MCP_BEARER_TOKEN: mcpToken })
/** So many that an answer with all of them is larger than any with a bound. */
const many = isWhole ? 10_000 : 2000
/** A list has at most 50 entries where nobody says how many. */
const maxBytes = 150_000
/** A file has each term once, with a bounded part of what others say of it. */
const maxBytesInFile = many * 1500

/** Answers that are whole on purpose, streamed or about something else; the exam reads a sample. */
const others =
  /^\/(?:api\/v1\/export|feeds|docs|openapi|assets|auth|cli|extension\.zip|embed\.js|favicon|health|metrics|ready|login|oauth|\.well-known)|\/data$|\/help|^\/admin\/agents$/

/** Everything that can be asked about a term, a person, a category or a webhook, by its URL. */
const urlsOf = (ids: { term: string; other: string; person: string; webhook: string; proposal: string }) =>
  routes
    .filter(({ contract: { method, path } }) => method === 'GET' && !others.test(path))
    .map(({ contract: { path } }) =>
      path
        .replace(/users\/:id/, `users/${ids.person}`)
        .replace(/webhooks\/:id/, `webhooks/${ids.webhook}`)
        .replace(/proposals\/:id/, `proposals/${ids.proposal}`)
        .replace(':id', ids.term)
        .replace(':other_id', ids.other)
        .replace(':kind', 'broader')
        .replace(':language', 'de')
        .replace(/:name\+?/, 'Hub')
        .replace(':uid', 'none'),
    )
    .flatMap((path) => (/merge|lookup$/.test(path) ? `${path}?into=${ids.other}&q=Hub` : path))

/** Adds what one person alone cannot, as many people can together. Returns what it is about. */
async function build({ sql }: TestService, admin: Person, hub: string, other: string) {
  await sql`
    insert into users (email, display_name) select 'person' || n || '@example.com', 'Person ' || n from generate_series(1, ${many}) n`
  const people = sql`select id, row_number() over (order by email) as n from users where email like 'person%'`
  await sql`insert into votes (term_id, user_id) select ${hub}, id from (${people}) p`
  await sql`insert into term_follows (term_id, user_id) select ${hub}, id from (${people}) p`
  await sql`insert into category_follows (category, user_id) select 'Big', id from (${people}) p`
  await sql`
    insert into proposals (term_id, base_version, changes, proposed_by)
    select ${hub}, 1, '{"definition": {"from": "Old.", "to": "New."}}', id from (${people}) p`
  await sql`
    with reports as (
      insert into disputes (term_id, opened_by) select ${hub}, id from (${people}) p returning id
    )
    insert into dispute_reasons (dispute_id, text) select id, 'It is wrong.' from reports`
  await sql`update terms set open_disputes = ${many}, vote_count = ${many} where id = ${hub}`
  await sql`
    insert into term_history (term_id, version, action, changes, actor_id)
    select ${hub}, n + 1, 'updated', '{"definition": {"from": "a", "to": "b"}}', ${admin.id}
    from generate_series(1, ${many}) n`
  await sql`
    insert into inbox_entries (user_id, kind, term_id, term_name)
    select ${admin.id}, 'followed', ${hub}, 'Hub' from generate_series(1, ${many})`
  await sql`
    insert into api_tokens (name, scopes, user_id, token_hash)
    select 'token ' || n, '{read}', ${admin.id}, sha256(n::text::bytea) from generate_series(1, ${many}) n`
  await sql`
    insert into webhooks (url, events, encrypted_secret, created_by)
    select 'https://8.8.8.8/' || n, '{term.created}', decode(repeat('00', 60), 'hex'), ${admin.id}
    from generate_series(1, ${many}) n`
  await sql`
    insert into terms (name, full_name, definition, category, aliases, status, source)
    select 'Part ' || n, 'Of ' || n, 'A part.', 'Big', '[{"name": "Common", "kind": "alias"}]', 'pending', 'user'
    from generate_series(1, ${many}) n`
  await sql`
    insert into term_relations (term_id, kind, other_id, trust, vote_count, name_key)
    select id, 'broader', ${hub}, 1, 0, name_key from terms where category = 'Big'`
  await sql`analyze`
  const [ids] = await sql<{ webhook: string; proposal: string }[]>`
    select (select id from webhooks limit 1) as webhook, (select id from proposals limit 1) as proposal`
  return { term: hub, other, person: admin.id, webhook: ids?.webhook ?? '', proposal: ids?.proposal ?? '' }
}

/** Asks for each URL, and returns those whose answer is an error or larger than it may be. */
async function findLarge({ request }: TestService, as: Person, urls: readonly string[], most = maxBytes) {
  const found: string[] = []
  for (const url of urls) {
    const { status, text } = await request('GET', url, { as })
    const size = Buffer.byteLength(text)
    if (status >= 500 || size > most) found.push(`${url}: ${status}, ${size} bytes`)
  }
  return found
}

const asked = ['Hub', 'Common', 'Our Hub has a Common part.'].map(encodeURIComponent)
const searches = asked.flatMap((text) => [`/api/v1/lookup?q=${text}`, `/api/v1/terms?q=${text}`, `/?q=${text}`])

const tools: [string, Record<string, unknown>][] = [
  ['get_term', { name: 'Hub' }],
  ['get_term', { name: 'Common', context: 'A Hub.' }],
  ['search_terms', { query: 'part', limit: 100 }],
  ['list_terms', { category: 'Big', limit: 100 }],
  ['explain_text', { text: 'Our Hub has a Common part.' }],
]

test('no page and no answer grows with what thousands of people have added', async (service) => {
  const admin = await service.person('admin')
  const hub = await service.term(admin, { name: 'Hub', definition: 'Old.' })
  const other = await service.term(admin, { name: 'Other' })
  const ids = await build(service, admin, hub.id, other.id)
  assert.equal(await findLarge(service, admin, [...urlsOf(ids), ...searches]), [])
  for (const text of asked.map(decodeURIComponent)) {
    const explained = await service.request('POST', '/api/v1/explain', { as: admin, body: { text } })
    assert.ok(explained.status === 200 && explained.text.length < maxBytes, `${explained.text.length} bytes`)
  }
  for (const [tool, args] of tools) {
    const { isError, content, structuredContent } = await call(service, tool, args)
    const { length } = JSON.stringify(structuredContent ?? content)
    assert.ok(!isError && length < maxBytes, `${tool}: ${length} bytes`)
  }
  const files = formatNames.map((format) => `/api/v1/export?format=${format}&status=all`)
  const ofPeople = ['data', 'erase'].map((path) => `/api/v1/users/${admin.id}/${path}`)
  assert.equal(await findLarge(service, admin, [...files, ...ofPeople], maxBytesInFile), [])
  const change = async (method: string, path: string, body?: object) => {
    const { status, text } = await service.request(method, path, { as: admin, ...(body && { body }) })
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
  }
  const term = `/api/v1/terms/${hub.id}`
  await change('POST', `${term}/vote`)
  const { version } = (await service.request('GET', term, { as: admin })).body
  await change('PUT', term, { version, definition: 'Newer.' })
  await change('POST', `${term}/confirm`)
  await change('POST', '/api/v1/inbox/read', { all: true })
  await change('DELETE', term)
})

test('no page and no answer grows with thousands of categories', async (service) => {
  const admin = await service.person('admin')
  const term = (await service.term(admin, { name: 'Hub' })).id
  await service.sql`
    insert into terms (name, definition, category, status, source)
    select 'Part ' || n, 'A part.', 'Category ' || n, 'pending', 'user' from generate_series(1, ${many}) n`
  await service.sql`
    insert into category_follows (category, user_id) select 'Category ' || n, ${admin.id} from generate_series(1, 500) n`
  await service.sql`analyze terms`
  const none = '00000000-0000-4000-8000-000000000000'
  const ids = { term, other: none, person: admin.id, webhook: none, proposal: none }
  assert.equal(await findLarge(service, admin, [...urlsOf(ids), ...searches]), [])
})

test.run()
