import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('logout')
const dev = glossary('logout in development mode', { SERVICE_DEV_MODE: 'true' })

const deleted = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax']
const cookieParts = (headers: Headers) => (headers.get('set-cookie') ?? '').split('; ')

test('it deletes the cookie and redirects to the login page', async ({ person, request }) => {
  const { status, headers } = await request('POST', '/auth/logout', { headers: cookie(await person()) })
  assert.is(status, 303)
  assert.is(headers.get('location'), '/login')
  const [pair, ...attributes] = cookieParts(headers)
  assert.is(pair, 'user_id=')
  assert.equal(attributes.sort(), [...deleted, 'Secure'])
})

dev('in development mode, the cookie is not Secure', async ({ request }) => {
  const { headers } = await request('POST', '/auth/logout')
  const [pair, ...attributes] = cookieParts(headers)
  assert.is(pair, 'user_id=')
  assert.equal(attributes.sort(), deleted)
})

test('the form of a page can log out, also without a valid session', async ({ person, request }) => {
  for (const cookie of ['', 'user_id=nonsense', 'user_id=']) {
    const response = await request('POST', '/auth/logout', { headers: { cookie } })
    assert.is(response.status, 303)
    assert.is(cookieParts(response.headers)[0], 'user_id=')
  }
  const { status } = await request('POST', '/auth/logout', {
    headers: {
      ...cookie(await person()),
      origin: 'http://localhost:8000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: '',
  })
  assert.is(status, 303)
})

test('another site cannot log out', async ({ person, request }) => {
  const ada = await person()
  const crossSiteHeaders = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [name, value] of Object.entries(crossSiteHeaders)) {
    const headers = { ...cookie(ada), [name]: value }
    const response = await request('POST', '/auth/logout', { headers })
    assert.is(response.status, 403)
    assert.is(response.body.code, 'cross_site')
    assert.is(response.headers.get('set-cookie'), null)
  }
})

test.run()
dev.run()
