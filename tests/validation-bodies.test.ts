import * as assert from 'uvu/assert'
import { everything } from './support/evidence.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('validation of bodies and queries', { SERVICE_DEV_MODE: 'true' })

type Faults = Record<string, string>
const faultsOf = (body: { errors?: { path: string; message: string }[] }): Faults =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]))
const all = (faults: Faults, ...bodies: unknown[]): [unknown, Faults][] => bodies.map((body) => [body, faults])

const isRequired = 'is required'
const isText = 'must be text'
const notObjects = all({ '': 'must be an object' }, 'null', '[]', '[{}]', '5', '"text"', 'true')
const scope = 'must be one of read, write, feed'
const expiry = 'must be a date (2026-01-31) or a time (2026-01-31T12:00:00Z)'
const isUnknown = 'is not a known field'
const ids = '00000000-0000-4000-8000-000000000000'
const edited = (version: unknown) => ({ version, name: 'New' })
const scoped = (scopes: unknown) => ({ name: 'a', scopes })
const named = (fields: object) => ({ name: 'a', ...fields })

/** Bodies, and what is wrong with each field. `:term` and `:user` exist. */
const refused: Record<string, [body: unknown, faults: Faults][]> = {
  'POST /terms': [
    ...all({ name: isRequired, definition: isRequired }, undefined, {}, { category: 'Legal' }),
    [{ name: 'SLA' }, { definition: isRequired }],
    ...all({ name: isRequired }, { definition: 'A.' }, { Name: 'SLA', definition: 'A.' }),
    [
      { name: null, definition: null, full_name: 5, category: 'a\0b' },
      { ...{ name: isText, definition: isText, full_name: isText }, category: 'must not contain control characters' },
    ],
    ...notObjects,
  ],
  'PUT /terms/:term': [
    ...all({ version: isRequired }, undefined, {}, { name: 'SLA' }),
    ...all({ version: 'must be a whole number' }, ...[null, '1', true, [1], {}, 1.5].map(edited)),
    ...all({ version: 'must be at least 1' }, edited(0), edited(-1)),
    ...all({ version: 'must be at most 2147483647' }, edited(2_147_483_648), edited(1e300)),
    [
      { version: 1, name: null, definition: null },
      { name: isText, definition: isText },
    ],
    ...notObjects,
  ],
  'POST /terms/:term/dispute': [[{ reasons: 'No.' }, { reasons: isUnknown }], ...notObjects],
  'POST /terms/:term/promote': notObjects,
  'POST /tokens': [
    ...all({ name: isRequired }, undefined, {}),
    ...all({ name: isText }, { name: null }, { name: ['a'] }),
    [named({ expires_at: '2020-01-01' }), { expires_at: 'must be in the future' }],
    [named({ expires_at: 'tomorrow' }), { expires_at: expiry }],
    ...all({ scopes: 'must be a list of scopes' }, ...['read', null, { 0: 'read' }].map(scoped)),
    // A misspelled field would be lost unseen, and the token would read only, or never expire.
    ...all({ scope: isUnknown }, named({ scope: 'write' }), named({ scope: ['write'] })),
    [named({ expires: '2031-01-01' }), { expires: isUnknown }],
    [scoped([]), { scopes: 'must have at least 1 entry' }],
    [scoped(['admin']), { 'scopes.0': scope }],
    [scoped(['feed', 'read']), { scopes: 'must have "feed" alone' }],
    ...all({ 'scopes.1': scope }, ...['Write', null, ''].map((each) => scoped(['read', each]))),
    [
      { name: '', scopes: ['admin'] },
      { name: 'must be 1 to 100 characters long', 'scopes.0': scope },
    ],
    ...notObjects,
  ],
  'POST /users/:user/erase': [[{ name: ['Ann Smith'] }, { name: isUnknown }]],
  'POST /terms/bulk': [
    [{ ids: [ids], set: { category: 'Law', owner: ids } }, { 'set.owner': isUnknown }],
    [{ ids: [ids], action: 'delete', dry_run: true }, { dry_run: isUnknown }],
  ],
  'POST /review/bulk': [[{ action: 'dismiss', items: [{ term_id: ids }], reason: 'No.' }, { reason: isUnknown }]],
  'POST /correct': [[{ text: 'A.', kind: ['replaced'] }, { kind: isUnknown }]],
  'PATCH /users/:user/role': [
    ...all({ role: isRequired }, undefined, {}),
    ...all(
      { role: 'must be one of viewer, editor, admin' },
      ...['owner', 'Editor', ' editor', '', null, ['editor'], 1].map((role) => ({ role })),
    ),
    ...notObjects,
  ],
  'PATCH /users/:user': [
    ...all({ is_active: isRequired }, {}, { role: 'editor' }),
    ...all({ is_active: 'must be true or false' }, ...['false', 0, null].map((is_active) => ({ is_active }))),
  ],
}

for (const [endpoint, bodies] of Object.entries(refused)) {
  test(`${endpoint} names each fault of a body, and changes nothing`, async (service) => {
    const [as, user] = [await service.person('admin'), await service.person()]
    const [method = '', to = ''] = endpoint.split(' ')
    const { id } = await service.term(as)
    const url = `/api/v1${to}`.replace(':term', id).replace(':user', user.id)
    const state = async () => [
      await everything(service),
      await service.sql`select id, role, is_active from users order by id`,
      await service.sql`select id from api_tokens`,
    ]
    const before = await state()
    for (const [body, faults] of bodies) {
      const answer = await service.request(method, url, { as, body })
      const said = [answer.status, answer.body.code, faultsOf(answer.body)]
      assert.equal(said, [422, 'validation_failed', faults], JSON.stringify(body))
    }
    assert.equal(await state(), before)
  })
}

const uuid = 'must be a UUID'
const queries: [query: string, faults: Faults][] = [
  ['terms?q=a&q=b', { q: 'must be given once' }],
  ['admin/audit?action=term.created&action=term.voted', { action: 'must be given once' }],
  ...['nonsense', '', 'me', '%00', "' or true --"].map((id): [string, Faults] => [
    `admin/audit?actor_id=${id}`,
    { actor_id: uuid },
  ]),
  ['admin/audit?actor_id=x&target_id=y', { actor_id: uuid, target_id: uuid }],
]

test('an invalid query is 422, and unknown parameters are ignored', async ({ person, request }) => {
  const as = await person('admin')
  const get = (path: string) => request('GET', `/api/v1/${path}`, { as })
  for (const [query, faults] of queries) {
    const { status, body } = await get(query)
    assert.equal([status, faultsOf(body)], [422, faults], query)
  }
  for (const action of ['', 'term', 'term.exploded', 'Term.created', 'term.created,term.voted']) {
    const { status, body } = await get(`admin/audit?action=${action}`)
    assert.is(status, 422, action)
    assert.match(faultsOf(body).action ?? '', /^must be one of term\.created, term\.updated, /)
  }
  for (const path of ['users', 'tokens', 'admin/jobs', 'admin/audit', 'admin/stats', 'me']) {
    assert.is((await get(`${path}?nonsense=1&__proto__=2`)).status, 200, path)
  }
})

test('a token has each of its scopes once, and its name is its own affair', async ({ person, request }) => {
  const as = await person()
  for (const [fields, scopes] of [
    [{}, ['read']],
    [{ expires_at: null }, ['read']],
    [{ expires_at: '2999-12-31T12:00:00+02:00' }, ['read']],
    [{ scopes: ['write', 'read'] }, ['write', 'read']],
    [{ scopes: ['read', 'read', 'write'] }, ['read', 'write']],
  ] as const) {
    const { status, body } = await request('POST', '/api/v1/tokens', { as, body: named(fields) })
    assert.equal([status, body.name, body.scopes], [201, 'a', scopes])
  }
})

test('other fields of a user cannot be set', async ({ person, request }) => {
  const [as, ada] = [await person('admin'), await person('viewer', 'ada@example.com')]
  const body = { is_active: true, role: 'admin', email: 'eve@example.com', id: as.id }
  const answer = await request('PATCH', `/api/v1/users/${ada.id}`, { as, body })
  assert.equal(
    [answer.status, answer.body.id, answer.body.role, answer.body.email],
    [200, ada.id, 'viewer', 'ada@example.com'],
  )
})

const long = `${'x'.repeat(60)}@${'y'.repeat(60)}.com`
const addresses: Record<string, string | null> = {
  ...{ 'ada@example.com': 'ada@example.com', "o'hara@example.com": "o'hara@example.com" },
  ...{ '  ada.l+tag@mail.example.com ': 'ada.l+tag@mail.example.com', [long]: long },
  ...{ ada: null, '@': null, 'a@b@c': null, 'a b@example.com': null, 'a\0@b.com': null },
  ...{ '': null, ' ': null, nonsense: null, 'a@': null, '@b': null },
  [`${'x'.repeat(309)}@example.com`]: null,
  ...{ 'ada@example..com': null, 'ada@exa mple.com': null },
}

test('the email address of a development login is validated', async ({ request, sql }) => {
  const headers = { accept: 'application/json' }
  for (const [sent, email] of Object.entries(addresses)) {
    const path = `/auth/dev/login?${new URLSearchParams({ email: sent })}`
    const { status, body, headers: received } = await request('GET', path, { headers })
    assert.is(received.has('set-cookie'), email !== null, sent)
    if (email) assert.equal([status, body.email], [200, email])
    else assert.equal([status, Object.keys(faultsOf(body))], [422, ['email']], sent)
  }
  assert.is((await request('GET', '/auth/dev/login')).status, 422)
  const users = Object.values(addresses).filter((email) => email !== null)
  assert.is((await sql`select from users`).length, users.length)
})

test.run()
