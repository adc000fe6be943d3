import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { freePort } from '../lib/db/server-address.ts'
import { type BrowserTestService, browserVariants, pages, pathOf } from './support/browser.ts'
import { type FlowPage, isInBrowser } from './support/flow-page.ts'
import { ask, registered, TestBrowser } from './support/oauth-agent.ts'
import { openCallback, SdkAgent, UnauthorizedError } from './support/sdk-agent.ts'
import { findFlawsOf } from './support/usability.ts'

const port = await freePort()
const test = pages('logins of agents in a browser', {
  SERVICE_PORT: String(port),
  SERVICE_APP_URL: `http://127.0.0.1:${port}`,
})

const allow = (page: FlowPage) => page.getByRole('button', { name: 'Allow' }).click()

/**
 * Returns where the browser is sent once the person has answered. The network tells it, as no page is loaded for an
 * app.
 */
async function answerOf(page: Page, answer: () => Promise<void>): Promise<URL> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sent = new Promise<URL>((resolve) => {
    session.on('Network.responseReceivedExtraInfo', ({ headers }) => {
      const location = headers.location ?? headers.Location ?? ''
      if (location.includes('iss=')) resolve(new URL(location))
    })
  })
  await answer()
  return sent
}

const expire = ({ sql }: BrowserTestService) =>
  sql`update oauth_state set expires_at = now() where kind = 'AccessToken'`

for (const { variant, visit } of browserVariants) {
  test(`the official client logs in, refreshes and is disconnected, ${variant}`, async (service) => {
    const as = await service.person()
    await service.term(as, { name: 'SLA' })
    const callbackPort = await freePort()
    const redirectUri = `http://127.0.0.1:${callbackPort}/callback`
    const callback = await openCallback(callbackPort)
    const agent = new SdkAgent(service.origin, redirectUri)
    const loginUrl = await agent.beginLogin()
    const websites = [new URL(redirectUri).origin]
    const page = await service.open(loginUrl, { as, ...visit, websites })
    assert.match(pathOf(page), /^\/oauth\/consent\//)
    const text = await page.locator('main').innerText()
    assert.match(text, 'SDK agent')
    assert.match(text, `127.0.0.1:${callbackPort}`)
    assert.match(text, /program on this computer only/)
    assert.match(text, as.email)
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await allow(page)
    const answer = await callback.answer
    assert.is(answer.searchParams.get('iss'), service.origin)
    await agent.finishLogin(answer)

    const look = async () => {
      const client = await agent.connect()
      const { isError } = await client.callTool({ name: 'get_term', arguments: { name: 'SLA' } })
      await client.close()
      return isError ?? false
    }
    assert.is(await look(), false)
    await expire(service)
    // Each is a session of its own, and all refresh with one token.
    assert.equal(await Promise.all(Array.from({ length: 12 }, look)), Array(12).fill(false))
    await service.ctx.background.settle()

    await page.goto('/tokens')
    const record = page.getByRole('listitem').filter({ hasText: 'SDK agent' })
    assert.match(await record.innerText(), /connected just now\s+last used just now/i)
    await record.getByText('Disconnect', { exact: false }).first().click()
    await record.getByRole('button', { name: 'Disconnect agent' }).click()
    await page.getByText('Agent disconnected.').waitFor()
    assert.is(await record.count(), 0)
    const error = await look().catch((thrown) => thrown)
    assert.instance(error, UnauthorizedError)
    assert.match(agent.loginUrl?.href ?? '', `${service.origin}/oauth/authorize`)
    await callback.close()
  })
}

const elsewhere = [
  { kind: 'a website', uri: 'https://client.example/callback', host: 'client.example' },
  { kind: 'an app', uri: 'cursor://anysphere.cursor-mcp/oauth/callback', host: 'cursor:' },
]

for (const { kind, uri, host } of elsewhere) {
  test(`the answer goes to ${kind}`, async (service) => {
    const as = await service.person()
    const agent = new SdkAgent(service.origin, uri)
    const page = await service.open(await agent.beginLogin(), {
      as,
      websites: ['https://client.example', 'cursor://anysphere.cursor-mcp'],
    })
    await page.route('https://client.example/**', (route) => route.fulfill({ body: 'Thank you.' }))
    assert.match(await page.locator('main').innerText(), host)
    const answer = await answerOf(page, () => allow(page))
    assert.is(answer.href.split('?')[0], uri)
    await agent.finishLogin(answer)
    const client = await agent.connect()
    assert.ok((await client.listTools()).tools.length > 0)
    await client.close()
  })
}

test('a person who is not logged in logs in first', async (service) => {
  const agent = new SdkAgent(service.origin, 'https://client.example/callback')
  const page = await service.open(await agent.beginLogin(), { websites: ['https://client.example'] })
  await page.route('https://client.example/**', (route) => route.fulfill({ body: 'Thank you.' }))
  await page.getByLabel('Email address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('You are logged in as grace@example.com').waitFor()
  const answer = await answerOf(page, () => page.getByRole('button', { name: 'Cancel' }).click())
  assert.is(answer.searchParams.get('error'), 'access_denied')
})

test('two logins in two tabs of one browser do not disturb each other', async (service) => {
  const as = await service.person()
  const agents = ['one', 'two'].map((name) => new SdkAgent(service.origin, `https://client.example/${name}`))
  const visit = { as, websites: ['https://client.example'] }
  const [first, second] = agents
  const page = await service.open((await first?.beginLogin()) ?? '', visit)
  const context = page.context()
  await context.route('https://client.example/**', (route) => route.fulfill({ body: 'Thanks.' }))
  const other = await context.newPage()
  await other.goto((await second?.beginLogin()) ?? '')
  const answer = await answerOf(page, () => allow(page))
  const otherAnswer = await answerOf(other, () => allow(other))
  assert.is(answer.pathname, '/one')
  assert.is(otherAnswer.pathname, '/two')
  await first?.finishLogin(answer)
  await second?.finishLogin(otherAnswer)
})

test('the error page of a login says what is wrong', async (service) => {
  const as = await service.person()
  const clientId = await registered(service)
  const asked = await ask(new TestBrowser(service, as), clientId, { resource: `${service.origin}/mcp` })
  const consentPath = asked.headers.get('location') ?? ''
  const page = await service.open(consentPath, { as, status: 400 })
  assert.match(await page.locator('main').innerText(), /begun in another browser/)
  assert.equal(await findFlawsOf(page), [])
})

test.run()
