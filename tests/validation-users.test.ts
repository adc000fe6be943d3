import * as assert from 'uvu/assert'
import { glossary } from './support/test-service.ts'

const test = glossary('validation of users, tokens and queries', { SERVICE_DEV_MODE: 'true' })

type Faults = Record<string, string>
const faultsOf = (body: { errors?: { path: string; message: string }[] }): Faults =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]))

const nameLength = { name: 'must be 1 to 100 characters long' }
const noControls = { name: 'must not contain control characters' }
const scopeList = { scopes: 'must be a list of scopes' }
const scope = 'must be one of read, write, feed'

const refusedTokens: [body: unknown, Faults][] = [
  [{ name: 'x', expires_at: '2020-01-01' }, { expires_at: 'must be in the future' }],
  [
    { name: 'x', expires_at: 'tomorrow' },
    { expires_at: 'must be a date (2026-01-31) or a time (2026-01-31T12:00:00Z)' },
  ],
  [{}, { name: 'is required' }],
  [undefined, { name: 'is required' }],
  [null, { '': 'must be an object' }],
  [[], { '': 'must be an object' }],
  ['"name"', { '': 'must be an object' }],
  [{ name: null }, { name: 'must be text' }],
  [{ name: 1 }, { name: 'must be text' }],
  [{ name: ['a'] }, { name: 'must be text' }],
  [{ name: '' }, nameLength],
  [{ name: '   ' }, nameLength],
  [{ name: '\u00a0\u2003' }, nameLength],
  [{ name: 'x'.repeat(101) }, nameLength],
  [{ name: '😀'.repeat(101) }, nameLength],
  [{ name: 'a\u0000b' }, noControls],
  [{ name: 'a\nb' }, noControls],
  [{ name: 'a\tb' }, noControls],
  [{ name: 'a\u007fb' }, noControls],
  [{ name: 'a\u0085b' }, noControls],
  ['{"name": "\\ud800"}', { name: 'must be well-formed Unicode' }],
  [{ name: 'a', scopes: 'read' }, scopeList],
  [{ name: 'a', scopes: null }, scopeList],
  [{ name: 'a', scopes: { 0: 'read' } }, scopeList],
  [{ name: 'a', scopes: [] }, { scopes: 'must have at least 1 entry' }],
  [{ name: 'a', scopes: ['admin'] }, { 'scopes.0': scope }],
  [{ name: 'a', scopes: ['feed', 'read'] }, { scopes: 'must have "feed" alone' }],
  [{ name: 'a', scopes: ['read', 'Write'] }, { 'scopes.1': scope }],
  [{ name: 'a', scopes: ['read', null] }, { 'scopes.1': scope }],
  [{ name: 'a', scopes: ['read', ''] }, { 'scopes.1': scope }],
  [
    { name: '', scopes: ['admin'] },
    { ...nameLength, 'scopes.0': scope },
  ],
]

test('an invalid token request is 422 with every error', async ({ person, request, sql }) => {
  const as = await person()
  for (const [sent, faults] of refusedTokens) {
    const { status, body } = await request('POST', '/api/v1/tokens', { as, body: sent })
    assert.is(status, 422, JSON.stringify(sent))
    assert.is(body.code, 'validation_failed')
    assert.equal(faultsOf(body), faults, JSON.stringify(sent))
  }
  assert.is((await sql`select 1 from api_tokens`).length, 0)
})

test('a valid token request is stored normalized', async ({ person, request }) => {
  const as = await person()
  const accepted: [body: object, name: string, scopes: string[]][] = [
    [{ name: 'a' }, 'a', ['read']],
    [{ name: '  build server\n' }, 'build server', ['read']],
    [{ name: 'x'.repeat(100) }, 'x'.repeat(100), ['read']],
    [{ name: ` ${'😀'.repeat(100)} ` }, '😀'.repeat(100), ['read']],
    [{ name: 'Cafe\u0301' }, 'Caf\u00e9', ['read']],
    [{ name: 'e\u0301'.repeat(100) }, '\u00e9'.repeat(100), ['read']],
    [{ name: "'; drop table users; --" }, "'; drop table users; --", ['read']],
    [{ name: 'a', scopes: ['read'] }, 'a', ['read']],
    [{ name: 'a', expires_at: null }, 'a', ['read']],
    [{ name: 'a', expires_at: '2999-12-31T12:00:00+02:00' }, 'a', ['read']],
    [{ name: 'a', scopes: ['write'] }, 'a', ['write']],
    [{ name: 'a', scopes: ['write', 'read'] }, 'a', ['write', 'read']],
    [{ name: 'a', scopes: ['read', 'read', 'write'] }, 'a', ['read', 'write']],
  ]
  for (const [sent, name, scopes] of accepted) {
    const { status, body } = await request('POST', '/api/v1/tokens', { as, body: sent })
    assert.is(status, 201, JSON.stringify(sent))
    assert.equal([body.name, body.scopes], [name, scopes])
  }
})

test('two tokens of a user may have the same name', async ({ person, request }) => {
  const as = await person()
  for (let i = 0; i < 2; i++) {
    const { status } = await request('POST', '/api/v1/tokens', { as, body: { name: 'bot' } })
    assert.is(status, 201)
  }
})

const role = 'must be one of viewer, editor, admin'
const refusedChanges: [path: string, body: unknown, Faults][] = [
  ['/role', {}, { role: 'is required' }],
  ['/role', undefined, { role: 'is required' }],
  ['/role', null, { '': 'must be an object' }],
  ['/role', ['editor'], { '': 'must be an object' }],
  ['/role', '"editor"', { '': 'must be an object' }],
  ['/role', { role: 'owner' }, { role }],
  ['/role', { role: 'Editor' }, { role }],
  ['/role', { role: ' editor' }, { role }],
  ['/role', { role: '' }, { role }],
  ['/role', { role: null }, { role }],
  ['/role', { role: ['editor'] }, { role }],
  ['/role', { role: 1 }, { role }],
  ['', {}, { is_active: 'is required' }],
  ['', { role: 'editor' }, { is_active: 'is required' }],
  ['', { is_active: 'false' }, { is_active: 'must be true or false' }],
  ['', { is_active: 0 }, { is_active: 'must be true or false' }],
  ['', { is_active: null }, { is_active: 'must be true or false' }],
]

test('an invalid change of a user is 422', async ({ person, request, sql }) => {
  const [as, ada] = [await person('admin'), await person()]
  for (const [path, sent, faults] of refusedChanges) {
    const answer = await request('PATCH', `/api/v1/users/${ada.id}${path}`, { as, body: sent })
    assert.is(answer.status, 422, JSON.stringify(sent))
    assert.equal(faultsOf(answer.body), faults, JSON.stringify(sent))
  }
  const [user] = await sql`select role, is_active from users where id = ${ada.id}`
  assert.equal({ ...user }, { role: 'viewer', is_active: true })
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

const uuid = 'must be a UUID'
const refusedQueries: [query: string, Faults][] = [
  ['action=term.created&action=term.voted', { action: 'must be given once' }],
  ['actor_id=nonsense', { actor_id: uuid }],
  ['actor_id=', { actor_id: uuid }],
  ['actor_id=me', { actor_id: uuid }],
  ['target_id=1', { target_id: uuid }],
  ['target_id=%00', { target_id: uuid }],
  ["target_id=' or true --", { target_id: uuid }],
  ['actor_id=x&target_id=y', { actor_id: uuid, target_id: uuid }],
]

test('an invalid audit filter is 422', async ({ person, request }) => {
  const as = await person('admin')
  for (const [query, faults] of refusedQueries) {
    const { status, body } = await request('GET', `/api/v1/admin/audit?${query}`, { as })
    assert.is(status, 422, query)
    assert.equal(faultsOf(body), faults, query)
  }
  for (const action of ['', 'term', 'term.exploded', 'Term.created', 'term.created,term.voted']) {
    const { status, body } = await request('GET', `/api/v1/admin/audit?action=${action}`, { as })
    assert.is(status, 422, action)
    assert.match(faultsOf(body).action ?? '', /^must be one of term\.created, term\.updated, /)
  }
})

test('unknown parameters are ignored', async ({ person, request }) => {
  const as = await person('admin')
  for (const path of ['users', 'tokens', 'admin/jobs', 'admin/audit', 'admin/stats', 'me']) {
    const { status } = await request('GET', `/api/v1/${path}?nonsense=1&__proto__=2`, { as })
    assert.is(status, 200, path)
  }
})

test('the email address of a development login is validated', async ({ request }) => {
  const accepted = [
    ['ada@example.com', 'ada@example.com'],
    ['  ada.l+tag@mail.example.com ', 'ada.l+tag@mail.example.com'],
    ["o'hara@example.com", "o'hara@example.com"],
    [`${'x'.repeat(60)}@${'y'.repeat(60)}.com`, `${'x'.repeat(60)}@${'y'.repeat(60)}.com`],
  ] as const
  const headers = { accept: 'application/json' }
  for (const [sent, email] of accepted) {
    const path = `/auth/dev/login?${new URLSearchParams({ email: sent })}`
    const { status, body } = await request('GET', path, { headers })
    assert.equal([status, body.email], [200, email])
  }
  const refused = [
    'ada',
    '@',
    'a@b@c',
    'a b@example.com',
    'ada@example..com',
    'a\u0000@b.com',
    'ada@exa mple.com',
  ]
  for (const email of refused) {
    const path = `/auth/dev/login?${new URLSearchParams({ email })}`
    const { status, body } = await request('GET', path, { headers })
    assert.is(status, 422, email)
    assert.equal(faultsOf(body), { email: 'must be an email address' }, email)
  }
})

test.run()
