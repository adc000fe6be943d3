import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { apiToken, bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('credentials')
const dev = glossary('credentials in development mode', { SERVICE_DEV_MODE: 'true' })

/** Returns the ID of the user that these headers authenticate, or the status of the error. */
async function authenticate({ request }: Pick<TestService, 'request'>, headers: Record<string, string>) {
  const { status, body } = await request('GET', '/api/v1/me', { headers })
  return status === 200 ? body.id : status
}

test('a session and an API token authenticate their user, whatever the case of the scheme', async (service) => {
  const ada = await service.person()
  assert.is(await authenticate(service, bearer(ada.session)), ada.id)
  assert.is(await authenticate(service, cookie(ada)), ada.id)
  const { token } = await apiToken(service, ada)
  for (const authorization of [`Bearer ${token}`, `bearer ${ada.session}`, `BEARER ${token}`]) {
    assert.is(await authenticate(service, { authorization }), ada.id)
  }
  assert.is(await authenticate(service, { cookie: `theme=dark; user_id=${ada.session}; a=b` }), ada.id)
})

test('a request without a credential gets 401, which names the scheme', async ({ request }) => {
  const { status, headers, body } = await request('GET', '/api/v1/me')
  assert.is(status, 401)
  assert.is(headers.get('www-authenticate'), 'Bearer')
  assert.is(body.code, 'unauthenticated')
})

test('a bearer credential takes precedence over the cookie', async (service) => {
  const [ada, bob] = [await service.person(), await service.person()]
  assert.is(await authenticate(service, { ...bearer(ada.session), ...cookie(bob) }), ada.id)
  const { token } = await apiToken(service, ada)
  assert.is(await authenticate(service, { ...bearer(token), ...cookie(bob) }), ada.id)
})

dev('X-User-Id authenticates the user, after bearer and cookie', async (service) => {
  const [ada, bob, cyd] = [await service.person(), await service.person(), await service.person()]
  const userId = { 'x-user-id': cyd.id }
  assert.is(await authenticate(service, userId), cyd.id)
  assert.is(await authenticate(service, { ...userId, ...cookie(bob) }), bob.id)
  assert.is(await authenticate(service, { ...userId, ...bearer(ada.session) }), ada.id)
  assert.is(await authenticate(service, { ...userId, ...cookie(bob), ...bearer(ada.session) }), ada.id)
})

dev('an invalid credential gets 401, alone and with valid ones', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  const valid = { ...bearer(ada.session), ...cookie(ada), 'x-user-id': ada.id }
  assert.is(await authenticate(service, valid), ada.id)
  const unknownToken = `glo_${'A'.repeat(43)}`
  const invalid = {
    authorization: [
      '',
      'Bearer',
      'Bearer nonsense',
      `Bearer ${unknownToken}`,
      `Bearer ${token}x`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token.slice('glo_'.length)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${ada.id}`,
      `Basic ${Buffer.from(`${ada.email}:secret`).toString('base64')}`,
      `Token ${token}`,
      token,
      ada.session,
    ],
    cookie: ['user_id=', 'user_id=nonsense', `user_id=${token}`, `user_id=${ada.id}`],
    'x-user-id': ['', 'nonsense', randomUUID(), ada.email, `${ada.id}x`, token, ada.session],
  }
  for (const [name, values] of Object.entries(invalid)) {
    for (const value of values) {
      for (const others of [{}, valid]) {
        const context = Object.keys(others).length > 0 ? 'with valid ones' : 'alone'
        const sent = { ...others, [name]: value }
        const { status, headers, body } = await service.request('GET', '/api/v1/me', { headers: sent })
        assert.is(status, 401, `${name}: ${value}, ${context}`)
        assert.is(headers.get('www-authenticate'), 'Bearer')
        assert.is(body.code, 'invalid_credentials', `${name}: ${value}, ${context}`)
      }
    }
  }
})

test('X-User-Id outside development mode gets 401, whatever else is sent', async (service) => {
  const ada = await service.person('admin')
  const { token } = await apiToken(service, ada)
  const others = [{}, bearer(ada.session), bearer(token), cookie(ada), bearer('nonsense')]
  for (const other of others) {
    for (const value of [ada.id, randomUUID(), 'nonsense', '']) {
      const sent = { ...other, 'x-user-id': value }
      const { status, headers, body } = await service.request('GET', '/api/v1/me', { headers: sent })
      assert.is(status, 401, JSON.stringify(sent))
      assert.is(headers.get('www-authenticate'), 'Bearer')
      assert.is(body.code, 'dev_mode_off')
    }
  }
})

test('pages refuse the invalid credential of a program', async (service) => {
  const ada = await service.person()
  for (const headers of [
    bearer('nonsense'),
    { ...cookie(ada), ...bearer('nonsense') },
    { 'x-user-id': ada.id },
    { ...cookie(ada), 'x-user-id': ada.id },
  ]) {
    const { status } = await service.request('GET', '/t/SLA', { headers })
    assert.is(status, 401, JSON.stringify(headers))
  }
})

dev('a deactivated user is rejected immediately, whatever the credential', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const { token } = await apiToken(service, ada)
  const credentials = [bearer(ada.session), cookie(ada), bearer(token), { 'x-user-id': ada.id }]
  const results = () => Promise.all(credentials.map((headers) => authenticate(service, headers)))
  const setActive = (is_active: boolean) =>
    service.request('PATCH', `/api/v1/users/${ada.id}`, { as: admin, body: { is_active } })

  assert.equal(await results(), [ada.id, ada.id, ada.id, ada.id])
  await setActive(false)
  assert.equal(await results(), [401, 401, 401, 401])
  await setActive(true)
  // Only the header of development mode, which is no credential that could have been stolen.
  assert.equal(await results(), [401, 401, 401, ada.id])
})

test('a new SERVICE_SECRET_KEY ends sessions, but not API tokens', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  const settings = { ...service.ctx.settings, secretKey: 'another secret, also long enough to pass' }
  const app = createGlossary({ ...service.ctx, settings })
  const status = async (headers: Record<string, string>) => (await send(app, 'GET', '/api/v1/me', { headers })).status
  assert.is(await status(bearer(ada.session)), 401)
  assert.is(await status(cookie(ada)), 401)
  assert.is(await status(bearer(token)), 200)
})

test('pages redirect to the login page without a valid session', async (service) => {
  const { clock, person, request } = service
  const [admin, ada] = [await person('admin'), await person()]
  const home = async (headers: Record<string, string>) => {
    const answer = await request('GET', '/', { headers })
    return [answer.status, answer.headers.get('location')]
  }
  assert.equal(await home(cookie(ada)), [200, null])
  assert.equal(await home({}), [303, '/login?next=%2F'])
  assert.equal(await home({ cookie: 'user_id=nonsense' }), [303, '/login?next=%2F'])
  const body = { is_active: false }
  await request('PATCH', `/api/v1/users/${ada.id}`, { as: admin, body })
  assert.equal(await home(cookie(ada)), [303, '/login?next=%2F'])
  clock.now = new Date(clock.now.getTime() + 25 * 60 * 60 * 1000)
  assert.equal(await home(cookie(admin)), [303, '/login?next=%2F'])
})

for (const isCached of [false, true]) {
  test(`a credential is valid only where it belongs, ${isCached ? 'also when it is cached' : 'uncached'}`, async (service) => {
    service.ctx.credentials.setEnabled(isCached)
    const admin = await service.person('admin')
    const { token } = await apiToken(service, admin)
    const feed = await apiToken(service, admin, ['feed'])
    const { key } = await embedKey(service, admin, [wiki])
    const me = async (headers: Record<string, string>, path = '/api/v1/me') =>
      (await service.request('GET', path, { headers })).status
    const explain = await service.request('POST', '/api/v1/explain', {
      headers: { ...bearer(key), origin: wiki },
      body: { text: 'SLA' },
    })
    assert.equal([await me(bearer(token)), explain.status], [200, 200])
    assert.is(await me({}, `/feeds/${feed.token}/json`), 200)
    for (const credential of [token, key, feed.token]) {
      assert.is(await me({ cookie: `user_id=${credential}` }), 401, credential.slice(0, 4))
      const both = { ...bearer(admin.session), cookie: `user_id=${credential}` }
      assert.is(await me(both), 401)
    }
    for (const credential of [token, key, admin.session]) {
      assert.is(await me({}, `/feeds/${credential}/json`), 401)
    }
    assert.is(await me(bearer(admin.session)), 200)
  })
}

test.run()
dev.run()
