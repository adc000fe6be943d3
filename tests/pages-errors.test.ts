import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openDatabase } from '../lib/db/database.ts'
import { pages } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { type Answer, glossary, send } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'

const test = glossary('error pages')
const withSlack = glossary('error pages of logins', {
  SERVICE_SLACK_CLIENT_ID: 'an id',
  SERVICE_SLACK_CLIENT_SECRET: 'a secret',
})
const seen = pages('error pages, in a browser')

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const browser = { accept }

function assertPage({ status, headers, text }: Answer, wanted: number, said: RegExp) {
  assert.is(status, wanted)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'/)
  assert.match(text, said)
  assert.ok(text.includes(headers.get('x-request-id') ?? 'none'))
  assert.match(text, /href="\/"/)
}

test('browsers get a page with the status and headers of the problem', async (service) => {
  const { request, person } = service
  const as = await person()
  assertPage(await request('GET', '/nothing/here', { headers: browser }), 404, /Nothing was found/)
  assertPage(await request('GET', '/%ZZ', { headers: browser }), 400, /malformed/)
  const odd = await request('GET', '/?offset=x', { as, headers: browser })
  assertPage(odd, 422, /<code>offset<\/code> must be/)
  const form = { ...browser, ...cookie(as), 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await request('POST', '/wanted/notify', { headers: form, body: 'name=' })
  assertPage(sent, 422, /Something in the form isn’t valid[\s\S]*<code>name<\/code> is required/)
  const method = await request('DELETE', '/login', { headers: browser })
  assertPage(method, 405, /does not support that action/)
  assert.is(method.headers.get('allow'), 'GET, HEAD, OPTIONS')
  const crossSite = { ...browser, ...cookie(as), origin: 'https://evil.example' }
  assertPage(await request('POST', '/auth/logout', { headers: crossSite }), 403, /another site/)
  assertPage(await request('GET', '/auth/dev/login', { headers: browser }), 404, /Nothing was found/)
})

test('a user who is logged in keeps the navigation', async ({ request, person }) => {
  const as = await person('viewer', 'ada@example.com')
  const headers = { ...browser, ...cookie(as) }
  for (const path of ['/nothing', '/admin', '/?offset=x', '/terms/nothing']) {
    const { status, text } = await request('GET', path, { headers })
    assert.ok(status >= 400, path)
    assert.match(text, /aria-label="Main"/, path)
    assert.match(text, /ada@example\.com/, path)
  }
  const { text } = await request('GET', '/nothing', { headers: browser })
  assert.not.match(text, /aria-label="Main"/)
})

withSlack('a failed login names its error code', async ({ request }) => {
  for (const code of ['redirect_uri_mismatch', 'invalid_client', 'access_denied']) {
    const { status, text } = await request('GET', `/auth/slack/callback?error=${code}`, { headers: browser })
    assert.is(status, 400)
    assert.ok(text.includes(`Error code <code>${code}</code>`), text)
  }
})

test('the login link appears only if logging in can help', async ({ request, person }) => {
  const as = await person()
  for (const path of ['/nothing', '/%ZZ', '/?offset=x', '/auth/slack/login']) {
    const { text } = await request('GET', path, { as, headers: browser })
    assert.match(text, /<h1[ >]/, path)
    assert.not.match(text, />Log in</, path)
  }
})

test('internal errors and a lost database are reported without details', async (service) => {
  const as = await service.person()
  await service.sql`alter table terms rename to elsewhere`
  const broken = await service.request('GET', '/', { as, headers: browser })
  assertPage(broken, 500, /Something went wrong on our side/)
  assert.not.match(broken.text, /elsewhere|relation|sql/)

  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  const cutOff = await send(createGlossary({ ...service.ctx, db }), 'GET', '/', { as, headers: browser })
  assertPage(cutOff, 503, /cannot be reached/)
  assert.is(cutOff.headers.get('retry-after'), '5')
})

test('clients that do not prefer HTML, and all clients of API URLs, get the problem document', async ({ request }) => {
  const answers: [path: string, accept: string | undefined][] = [
    ['/nothing', undefined],
    ['/nothing', '*/*'],
    ['/nothing', 'application/json'],
    ['/nothing', 'application/json, text/html'],
    ['/nothing', 'text/html;q=0.5, application/json'],
    ['/nothing', 'image/png'],
    ['/nothing', 'text/html;q=0, */*'],
    ['/api/v1/nothing', accept],
    ['/api', accept],
    ['/mcp/nothing', accept],
    ['/mcp', accept],
    ['/slack/nothing', accept],
    ['/assets/nothing.css', accept],
  ]
  for (const [path, wanted] of answers) {
    const { headers, body } = await request('GET', path, { headers: wanted ? { accept: wanted } : {} })
    const type = headers.get('content-type')
    assert.is(type, 'application/problem+json; charset=utf-8', `${path} ${wanted}`)
    assert.is(body.request_id, headers.get('x-request-id'))
  }
  const { headers } = await request('POST', '/health', { headers: browser })
  assert.match(headers.get('content-type') ?? '', /problem\+json/)
})

test('HEAD returns the headers of the page without a body', async ({ request }) => {
  const { status, headers, text } = await request('HEAD', '/nothing', { headers: browser })
  assert.equal([status, text], [404, ''])
  assert.match(headers.get('content-type') ?? '', /text\/html/)
})

test('error pages escape the URL', async ({ request, person }) => {
  const hostile = encodeURIComponent('<script>alert(1)</script>')
  const as = await person()
  const { text } = await request('GET', `/?status=${hostile}`, { as, headers: browser })
  assert.not.match(text, /<script>alert/)
})

seen('it is accessible in light and dark at both widths', async ({ open }) => {
  const page = await open('/nothing', { status: 404 })
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  assert.equal(await findFlawsOf(page), [])
})

test.run()
withSlack.run()
seen.run()
