import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('log-out')
const dev = glossary('log-out in development mode', { SERVICE_DEV_MODE: 'true' })

const ended = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax']
const partsOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split('; ')

test('it takes the cookie away and leads to the log-in', async ({ person, request }) => {
  const { status, headers } = await request('POST', '/auth/logout', {
    headers: cookie(await person()),
  })
  assert.is(status, 303)
  assert.is(headers.get('location'), '/login')
  const [pair, ...attributes] = partsOf(headers)
  assert.is(pair, 'user_id=')
  assert.equal(attributes.sort(), [...ended, 'Secure'])
})

dev('in development mode the cookie goes over HTTP as well', async ({ request }) => {
  const { headers } = await request('POST', '/auth/logout')
  const [pair, ...attributes] = partsOf(headers)
  assert.is(pair, 'user_id=')
  assert.equal(attributes.sort(), ended)
})

test('whoever has no session, or one that has ended, may log out too', async ({ request }) => {
  for (const cookie of ['', 'user_id=nonsense', 'user_id=']) {
    const answer = await request('POST', '/auth/logout', { headers: { cookie } })
    assert.is(answer.status, 303)
    assert.is(partsOf(answer.headers)[0], 'user_id=')
  }
})

test('the form of a page may log out', async ({ person, request }) => {
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

test('another site may not', async ({ person, request }) => {
  const ada = await person()
  const signs = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [name, value] of Object.entries(signs)) {
    const headers = { ...cookie(ada), [name]: value }
    const answer = await request('POST', '/auth/logout', { headers })
    assert.is(answer.status, 403)
    assert.is(answer.body.code, 'cross_site')
    assert.is(answer.headers.get('set-cookie'), null)
  }
})

test('a link cannot log out', async ({ person, request }) => {
  const { status, headers } = await request('GET', '/auth/logout', {
    headers: cookie(await person()),
  })
  assert.is(status, 405)
  assert.is(headers.get('set-cookie'), null)
})

test.run()
dev.run()
