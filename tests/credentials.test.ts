import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createApp } from '../lib/http/app.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { routes } from './support/routes.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('credentials')
const dev = glossary('credentials in development mode', { SERVICE_DEV_MODE: 'true' })

/** Who the service takes the sender of these headers for. */
async function whoIs({ request }: Pick<TestService, 'request'>, headers: Record<string, string>) {
  const { status, body } = await request('GET', '/api/v1/me', { headers })
  return status === 200 ? body.id : status
}

test('a session token speaks for its user, as a bearer credential and as a cookie', async (service) => {
  const ada = await service.person()
  assert.is(await whoIs(service, bearer(ada.session)), ada.id)
  assert.is(await whoIs(service, cookie(ada)), ada.id)
  assert.is(await whoIs(service, { cookie: `theme=dark; user_id=${ada.session}; a=b` }), ada.id)
})

test('an API token speaks for its user', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  assert.is(await whoIs(service, bearer(token)), ada.id)
})

test('the name of the scheme may have any case', async (service) => {
  const ada = await service.person()
  assert.is(await whoIs(service, { authorization: `bearer ${ada.session}` }), ada.id)
  assert.is(await whoIs(service, { authorization: `BEARER ${ada.session}` }), ada.id)
})

test('without a credential the answer is 401 and names the scheme', async ({ request }) => {
  const { status, headers, body } = await request('GET', '/api/v1/me')
  assert.is(status, 401)
  assert.is(headers.get('www-authenticate'), 'Bearer')
  assert.is(body.code, 'unauthenticated')
})

test('a bearer credential outranks the cookie', async (service) => {
  const [ada, bob] = [await service.person(), await service.person()]
  assert.is(await whoIs(service, { ...bearer(ada.session), ...cookie(bob) }), ada.id)
  const { token } = await apiToken(service, ada)
  assert.is(await whoIs(service, { ...bearer(token), ...cookie(bob) }), ada.id)
})

dev('X-User-Id speaks for the user it names, after bearer and cookie', async (service) => {
  const [ada, bob, cyd] = [await service.person(), await service.person(), await service.person()]
  const userId = { 'x-user-id': cyd.id }
  assert.is(await whoIs(service, userId), cyd.id)
  assert.is(await whoIs(service, { ...userId, ...cookie(bob) }), bob.id)
  assert.is(await whoIs(service, { ...userId, ...bearer(ada.session) }), ada.id)
  assert.is(await whoIs(service, { ...userId, ...cookie(bob), ...bearer(ada.session) }), ada.id)
})

dev('a wrong credential is 401, alone and beside right ones', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  const right = { ...bearer(ada.session), ...cookie(ada), 'x-user-id': ada.id }
  assert.is(await whoIs(service, right), ada.id)
  const unknownToken = `glo_${'A'.repeat(43)}`
  const wrong = {
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
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      for (const others of [{}, right]) {
        const beside = Object.keys(others).length > 0 ? 'beside right ones' : 'alone'
        const sent = { ...others, [name]: value }
        const { status, headers, body } = await service.request('GET', '/api/v1/me', {
          headers: sent,
        })
        assert.is(status, 401, `${name}: ${value}, ${beside}`)
        assert.is(headers.get('www-authenticate'), 'Bearer')
        assert.is(body.code, 'invalid_credentials', `${name}: ${value}, ${beside}`)
      }
    }
  }
})

test('X-User-Id outside development mode is 401, whatever else is sent', async (service) => {
  const ada = await service.person('admin')
  const { token } = await apiToken(service, ada)
  const others = [{}, bearer(ada.session), bearer(token), cookie(ada), bearer('nonsense')]
  for (const other of others) {
    for (const value of [ada.id, randomUUID(), 'nonsense', '']) {
      const sent = { ...other, 'x-user-id': value }
      const { status, headers, body } = await service.request('GET', '/api/v1/me', {
        headers: sent,
      })
      assert.is(status, 401, JSON.stringify(sent))
      assert.is(headers.get('www-authenticate'), 'Bearer')
      assert.is(body.code, 'dev_mode_off')
    }
  }
})

dev('a deactivated user is refused at once, by whatever credential', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const { token } = await apiToken(service, ada)
  const credentials = [bearer(ada.session), cookie(ada), bearer(token), { 'x-user-id': ada.id }]
  const seen = () => Promise.all(credentials.map((headers) => whoIs(service, headers)))
  const setActive = (is_active: boolean) =>
    service.request('PATCH', `/api/v1/users/${ada.id}`, { as: admin, body: { is_active } })

  assert.equal(await seen(), [ada.id, ada.id, ada.id, ada.id])
  await setActive(false)
  assert.equal(await seen(), [401, 401, 401, 401])
  await setActive(true)
  assert.equal(await seen(), [ada.id, ada.id, ada.id, ada.id])
})

test('a revoked token is refused at once; others of its user are not', async (service) => {
  const ada = await service.person()
  const [lost, kept] = [await apiToken(service, ada), await apiToken(service, ada)]
  assert.is(await whoIs(service, bearer(lost.token)), ada.id)
  await service.request('DELETE', `/api/v1/tokens/${lost.id}`, { as: ada })
  assert.is(await whoIs(service, bearer(lost.token)), 401)
  assert.is(await whoIs(service, bearer(kept.token)), ada.id)
})

test('another SERVICE_SECRET_KEY ends sessions, not API tokens', async (service) => {
  const ada = await service.person()
  const { token } = await apiToken(service, ada)
  const settings = {
    ...service.ctx.settings,
    secretKey: 'another secret, also long enough to pass',
  }
  const app = createApp(routes, { ...service.ctx, settings })
  const status = async (headers: Record<string, string>) =>
    (await send(app, 'GET', '/api/v1/me', { headers })).status
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

test('what is refused is not done', async (service) => {
  const body = { name: 'SLA', definition: 'A promise.' }
  const { status } = await service.request('POST', '/api/v1/terms', {
    body,
    headers: bearer('nonsense'),
  })
  assert.is(status, 401)
  assert.is((await service.sql`select 1 from terms`).length, 0)
})

test.run()
dev.run()
