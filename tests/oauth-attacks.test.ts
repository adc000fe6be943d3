import * as assert from 'uvu/assert'
import { ask, connect, loopbackUri, register, registered, TestBrowser } from './support/oauth-agent.ts'
import { glossary, type TestService } from './support/test-service.ts'
import { hostile } from './support/usability.ts'

const test = glossary('attacks on logins of agents')

async function begin(service: TestService) {
  const browser = new TestBrowser(service, await service.person())
  const asked = await ask(browser, await registered(service))
  return { browser, consentPath: asked.headers.get('location') ?? '' }
}

const countAgents = async ({ sql }: TestService) =>
  (await sql<{ count: number }[]>`select count(*)::int from agents`)[0]?.count

test('the consent page cannot be framed, and says who is logged in', async (service) => {
  const { browser, consentPath } = await begin(service)
  const { status, headers, text } = await browser.send('GET', consentPath)
  assert.is(status, 200)
  assert.match(headers.get('content-security-policy') ?? '', "frame-ancestors 'none'")
  assert.is(headers.get('x-frame-options'), 'DENY')
  assert.is(headers.get('cache-control'), 'no-store')
  assert.match(text, 'You are logged in as')
})

test('the link of someone else is 400, to read and to answer', async (service) => {
  const { consentPath } = await begin(service)
  const stranger = new TestBrowser(service, await service.person())
  const answers = [
    await stranger.send('GET', consentPath),
    await stranger.send('POST', consentPath, { user_id: stranger.as.id, answer: 'allow' }),
    await stranger.send('GET', consentPath.replace('consent', 'authorize')),
  ]
  for (const { status, headers } of answers) {
    assert.is(status, 400)
    assert.is(headers.get('location'), null)
  }
  assert.is(await countAgents(service), 0)
})

test('an answer on a page that was shown to someone else is 400', async (service) => {
  const { browser, consentPath } = await begin(service)
  const first = browser.as.id
  browser.as = await service.person()
  const form = { user_id: first, answer: 'allow' }
  assert.is((await browser.send('POST', consentPath, form)).status, 400)
  assert.is(await countAgents(service), 0)
})

test('another website cannot answer', async (service) => {
  const { browser, consentPath } = await begin(service)
  const { status } = await service.request('POST', consentPath, {
    headers: {
      cookie: `user_id=${browser.as.session}`,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ user_id: browser.as.id, answer: 'allow' }).toString(),
  })
  assert.is(status, 403)
  assert.is(await countAgents(service), 0)
})

test('nobody gets a code before the person has answered, and only once', async (service) => {
  const { browser, consentPath } = await begin(service)
  const resumePath = consentPath.replace('consent', 'authorize')
  const early = await browser.send('GET', resumePath)
  assert.not.match(early.headers.get('location') ?? '', 'code=')
  const next = early.headers.get('location') ?? consentPath
  const form = { user_id: browser.as.id, answer: 'allow' }
  const answers = [await browser.send('POST', next, form), await browser.send('POST', next, form)]
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.is(await countAgents(service), 1)
  const resumed = await browser.send('GET', next.replace('consent', 'authorize'))
  assert.match(resumed.headers.get('location') ?? '', 'code=')
  assert.is((await browser.send('GET', next.replace('consent', 'authorize'))).status, 400)
  assert.is((await browser.send('GET', next)).status, 400)
})

test('of answers at the same time, one counts', async (service) => {
  for (const choices of [
    ['allow', 'allow', 'allow'],
    ['cancel', 'allow', 'cancel'],
  ] as const) {
    const { browser, consentPath } = await begin(service)
    const before = (await countAgents(service)) ?? 0
    const send = (answer: string) => browser.send('POST', consentPath, { user_id: browser.as.id, answer })
    const answers = await Promise.all(choices.map(send))
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const resume = () => browser.send('GET', consentPath.replace('consent', 'authorize'))
    const locations = (await Promise.all([resume(), resume(), resume()])).flatMap(
      ({ headers }) => headers.get('location') ?? [],
    )
    assert.is(locations.length, 1, locations.join(' '))
    const isAllowed = new URL(locations[0] ?? '').searchParams.has('code')
    const added = ((await countAgents(service)) ?? 0) - before
    assert.is(added, isAllowed ? 1 : 0)
    if (!choices.some((choice) => choice === 'cancel')) assert.is(added, 1)
  }
})

test('the name of an agent is text', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service, { client_name: hostile })
  const asked = await ask(browser, clientId)
  const { text } = await browser.send('GET', asked.headers.get('location') ?? '')
  assert.not.match(text, '<script>globalThis')
  assert.match(text, '&lt;script>globalThis')
})

test('a session of the OAuth server is never used again', async (service) => {
  const { browser, consentPath } = await begin(service)
  const answered = await browser.send('POST', consentPath, { user_id: browser.as.id, answer: 'allow' })
  const resumed = await browser.send('GET', consentPath.replace('consent', 'authorize'))
  for (const { headers } of [answered, resumed]) {
    assert.not.match(headers.getSetCookie().join(), 'oauth_session')
  }
  const again = await ask(browser, await registered(service))
  assert.match(again.headers.get('location') ?? '', '/oauth/consent/')
})

const behindTls = glossary('logins of agents at an https URL', { SERVICE_APP_URL: 'https://glossary.example.com' })

behindTls('cookies are sent over TLS only, and not to scripts', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const resource = 'https://glossary.example.com/mcp'
  const { headers } = await ask(browser, await registered(service), { resource })
  const cookies = headers.getSetCookie()
  assert.ok(cookies.length > 0)
  for (const cookie of cookies) assert.match(cookie, /; secure; httponly|; httponly; secure/i)
  for (const cookie of cookies) assert.match(cookie, /samesite=lax/i)
})

test('registrations are limited for each address', async (service) => {
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await register(service)).status)
  assert.equal(statuses, [...Array(30).fill(201), 429])
  const refused = await register(service)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})

test('responses have a request ID, security headers and a line in the log, like all others', async (service) => {
  await connect(service, await service.person())
  const form = 'application/x-www-form-urlencoded'
  const requests = [
    ['GET', '/oauth/authorize', undefined, 400],
    ['POST', '/oauth/token', form, 400],
    ['POST', '/oauth/register', 'application/json', 400],
    ['POST', '/oauth/revoke', form, 400],
    ['GET', '/.well-known/oauth-authorization-server', undefined, 200],
    ['GET', '/oauth/token', undefined, 405],
    ['PUT', '/oauth/authorize', undefined, 405],
    ['GET', '/oauth/jwks', undefined, 404],
    ['POST', '/oauth/introspect', form, 404],
  ] as const
  for (const [i, [method, path, type, status]] of requests.entries()) {
    const { headers, ...answer } = await service.request(method, path, {
      headers: { 'x-request-id': `request-${i}`, ...(type && { 'content-type': type }) },
      ...(type && { body: type === form ? 'x=y' : '{}' }),
    })
    assert.is(answer.status, status, `${method} ${path}: ${answer.text}`)
    assert.is(headers.get('x-request-id'), `request-${i}`)
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.ok(headers.get('content-security-policy'))
    assert.ok(headers.get('strict-transport-security'))
    const line = service.logs.find((each) => each.includes(`"request_id":"request-${i}"`))
    assert.match(line ?? '', `"path":"${path}"`)
  }
  const large = await service.request('POST', '/oauth/token', {
    headers: { 'content-type': form },
    body: `code=${'a'.repeat(70_000)}`,
  })
  assert.is(large.status, 413)
})

test('an error of ours is in the log, not in the response', async (service) => {
  const clientId = await registered(service)
  await service.sql`alter table oauth_state rename to elsewhere`
  const { status, text } = await ask(new TestBrowser(service, await service.person()), clientId, {
    redirect_uri: loopbackUri,
  })
  assert.is(status, 500)
  assert.not.match(text, 'oauth_state')
  assert.match(service.logs.join(''), 'oauth_state')
})

test.run()
behindTls.run()
