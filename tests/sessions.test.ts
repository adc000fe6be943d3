import { createHmac, randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { createCredentialCache } from '../lib/identity/credential-cache.ts'
import { readSession } from '../lib/identity/sessions.ts'
import { bearer } from './support/credentials.ts'
import { glossary, secretKey, send } from './support/test-service.ts'

const test = glossary('sessions')

const hashes: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }
const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Creates a JWT. The signature is empty if the algorithm is not one of the above. */
function jwt(claims: object, { alg = 'HS256', key = secretKey } = {}) {
  const content = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  const hash = hashes[alg]
  return `${content}.${hash ? createHmac(hash, key).update(content).digest('base64url') : ''}`
}

test('a session is a JWT with HS256 and the user ID as its subject', async (service) => {
  const ada = await service.person()
  const [header, claims, signature] = ada.session.split('.')
  const issuedAt = inSeconds(service.clock.now)
  const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.is(decode(header).alg, 'HS256')
  const times = { iat: issuedAt, exp: issuedAt + 86_400 }
  assert.equal(decode(claims), { sub: ada.id, ...times, auth_time: issuedAt, generation: 0 })
  const expected = createHmac('sha256', secretKey).update(`${header}.${claims}`)
  assert.is(signature, expected.digest('base64url'))
})

test('a session expires after 24 hours', async ({ clock, person, request }) => {
  const ada = await person()
  const start = inSeconds(clock.now) * 1000
  const day = 24 * 60 * 60 * 1000
  clock.now = new Date(start + day - 1000)
  assert.is((await request('GET', '/api/v1/me', { as: ada })).status, 200)
  clock.now = new Date(start + day)
  const { status, body } = await request('GET', '/api/v1/me', { as: ada })
  assert.is(status, 401)
  assert.is(body.code, 'invalid_credentials')
})

test('a page renews a session that is an hour old, until 30 days after the login', async (service) => {
  const { clock, person } = service
  const hour = 60 * 60 * 1000
  const start = clock.now.getTime()
  let { session } = await person()
  /** Opens a page and returns the new session, if there is one. */
  const open = async (path = '/', method = 'GET') => {
    const headers = { cookie: `user_id=${session}`, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await service.request(method, path, { headers, body: method === 'POST' ? '' : undefined })
    const [set, ...attributes] = response.headers.get('set-cookie')?.split('; ') ?? []
    if (set) assert.ok(attributes.includes('Max-Age=86400'), attributes.join())
    return set?.replace('user_id=', '')
  }
  clock.now = new Date(start + hour - 1000)
  assert.is(await open(), undefined)
  clock.now = new Date(start + hour)
  assert.is(await open('/api/v1/me'), undefined)
  assert.ok(await open('/inbox/read', 'POST'))
  for (let hours = 1; hours < 30 * 24; hours += 23) {
    clock.now = new Date(start + hours * hour)
    const renewed = await open()
    assert.ok(renewed && renewed !== session, `after ${hours} hours`)
    session = renewed
  }
  clock.now = new Date(start + 30 * 24 * hour - 1000)
  assert.is((await service.request('GET', '/api/v1/me', { headers: bearer(session) })).status, 200)
  clock.now = new Date(start + 30 * 24 * hour)
  assert.is((await service.request('GET', '/api/v1/me', { headers: bearer(session) })).status, 401)
})

test('a renewed session ends with the deactivation of its user, and none is renewed without a cookie', async (service) => {
  const { clock, person, request } = service
  const [admin, ada] = [await person('admin'), await person()]
  clock.now = new Date(clock.now.getTime() + 60 * 60 * 1000)
  const open = (headers: Record<string, string>) => request('GET', '/', { headers })
  assert.is((await open(bearer(ada.session))).headers.get('set-cookie'), null)
  const set = (await open({ cookie: `user_id=${ada.session}` })).headers.get('set-cookie')
  const cookie = set?.split(';')[0] ?? ''
  for (const is_active of [false, true]) {
    await request('PATCH', `/api/v1/users/${ada.id}`, { as: admin, body: { is_active } })
  }
  assert.is((await request('GET', '/api/v1/me', { headers: { cookie } })).status, 401)
})

test('an invalid JWT is rejected, as a bearer credential and as a cookie', async (service) => {
  const { clock, person, request } = service
  const [ada, eve] = [await person('admin'), await person()]
  const now = inSeconds(clock.now)
  const claims = { sub: ada.id, iat: now, exp: now + 3600 }
  const valid = jwt(claims)
  const [, , otherSignature] = jwt({ ...claims, sub: eve.id }).split('.')
  const statuses = async (token: string) => [
    (await request('GET', '/api/v1/me', { headers: bearer(token) })).status,
    (await request('GET', '/api/v1/me', { headers: { cookie: `user_id=${token}` } })).status,
  ]
  assert.equal(await statuses(valid), [200, 200])

  const invalid = {
    'not signed': jwt(claims, { alg: 'none' }),
    'not signed, with NONE in capitals': jwt(claims, { alg: 'NONE' }),
    'signed with another key': jwt(claims, { key: `${secretKey}!` }),
    'signed with the public placeholder': jwt(claims, { key: 'change-me-in-production' }),
    'signed with an empty key': jwt(claims, { key: '' }),
    'signed with HS384': jwt(claims, { alg: 'HS384' }),
    'signed with HS512': jwt(claims, { alg: 'HS512' }),
    'with another algorithm': jwt(claims, { alg: 'RS256' }),
    "with another session's signature": valid.replace(/[^.]*$/, otherSignature ?? ''),
    'without its signature': valid.replace(/[^.]*$/, ''),
    'with a truncated signature': valid.slice(0, -2),
    'with a fourth part': `${valid}.${otherSignature}`,
    'without an expiry': jwt({ sub: ada.id, iat: now }),
    'with an expiry that is text': jwt({ ...claims, exp: '2100-01-01' }),
    'that has just expired': jwt({ ...claims, exp: now }),
    'that is not valid yet': jwt({ ...claims, nbf: now + 60 }),
    'without a subject': jwt({ iat: now, exp: now + 3600 }),
    'with an unknown user ID': jwt({ ...claims, sub: randomUUID() }),
    'with an email address as its subject': jwt({ ...claims, sub: ada.email }),
    'with a number as its subject': jwt({ ...claims, sub: 1 }),
  }
  for (const [name, token] of Object.entries(invalid)) {
    assert.equal(await statuses(token), [401, 401], `a session ${name}`)
  }
})

test('after a change of the key, sessions of the previous one stay valid, and are renewed with the new one', async (service) => {
  const ada = await service.person()
  const nextKey = 'the next secret of the tests, also long enough'
  const settings = { ...service.ctx.settings, secretKey: nextKey }
  const ask = async (previousSecretKey: string | null, hours = 0) => {
    service.clock.now = new Date(service.clock.now.getTime() + hours * 3_600_000)
    const credentials = createCredentialCache(service.ctx.now)
    const ctx = { ...service.ctx, credentials, settings: { ...settings, previousSecretKey } }
    return send(createGlossary(ctx), 'GET', '/', { headers: { cookie: `user_id=${ada.session}` } })
  }
  assert.is((await ask(null)).status, 303)
  assert.is((await ask('another previous secret, long enough too')).status, 303)
  const answer = await ask(secretKey, 2)
  assert.is(answer.status, 200)
  const renewed = /user_id=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  assert.ok(await readSession([nextKey], renewed, service.clock.now))
  assert.is(await readSession([secretKey], renewed, service.clock.now), null)
})

test.run()
