import * as assert from 'uvu/assert'
import { type Making, type Order, setActive, whileDeactivating } from './support/deactivation.ts'
import { answer, ask, loopbackUri, proofKey, registered, requestTokens, TestBrowser } from './support/oauth-agent.ts'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { slackGlossary } from './support/slack-service.ts'
import { glossary, type TestService } from './support/test-service.ts'

// What is made for a person at one process while an admin deactivates them at another, in both orders.
const env = { SERVICE_PRIVATE_ADDRESSES: 'true', SERVICE_DEV_MODE: 'true' }
const test = glossary('what is made during a deactivation', env)
const slackTest = slackGlossary('what Slack is asked for during a deactivation')

const post =
  (path: string, body: object): Making =>
  async ({ request }, as) =>
  () =>
    request('POST', path, { as, body })

const token = (scopes: string[]) => post('/api/v1/tokens', { name: 'ci', scopes })

/** What the deactivation ends, whichever of the two comes first. */
const ended: Record<string, Making> = {
  'an API token': token(['write']),
  'the token of a feed': token(['feed']),
  'a token of the page': async ({ request }, { session }) => {
    const headers = { cookie: `user_id=${session}`, 'content-type': 'application/x-www-form-urlencoded' }
    return () => request('POST', '/tokens', { headers, body: 'name=ci&scopes=read&lifetime=30' })
  },
  'an agent': async (sender, as) => {
    const browser = new TestBrowser(sender, as)
    const asked = await ask(browser, await registered(sender))
    const consent = asked.headers.get('location') ?? ''
    return () => browser.send('POST', consent, { user_id: as.id, answer: 'allow' })
  },
  'a session': async ({ request }, { email }) => {
    const headers = { accept: 'application/json' }
    return () => request('GET', `/auth/dev/login?${new URLSearchParams({ email })}`, { headers })
  },
}

/** What stays, and is listed to the admin, if it came before the deactivation. */
const kept: Record<string, Making> = {
  'an embed key': post('/api/v1/admin/embed-keys', { name: 'wiki', origins: ['https://wiki.example.com'] }),
  'a webhook': post('/api/v1/admin/webhooks', { url: 'http://127.0.0.1:9999/hook', events: ['term.created'] }),
  'an invitation': post('/api/v1/users', { email: 'friend@example.com', role: 'admin' }),
}

/** How many rows there are of what people can make. */
async function countMade({ sql }: TestService) {
  const [row] = await sql`
    select
      (select count(*)::integer from api_tokens) + (select count(*)::integer from agents)
      + (select count(*)::integer from embed_keys) + (select count(*)::integer from webhooks)
      + (select count(*)::integer from users where email = 'friend@example.com')
      + (select count(*)::integer from oauth_state where agent_id is not null) as total`
  return row?.total
}

/** Makes something during a deactivation, and activates the person again. */
async function atOnce(service: TestService, making: Making, order: Order, skipped = 0) {
  const { boss, ada, made } = await whileDeactivating(service, making, order, skipped)
  const remaining = await countMade(service)
  assert.is((await setActive(service, boss, ada, true)).status, 200)
  const session = /user_id=([^;]+)/.exec(made.headers.get('set-cookie') ?? '')?.[1]
  const me = session && (await service.request('GET', '/api/v1/me', { headers: { cookie: `user_id=${session}` } }))
  return { status: made.status, remaining, ...(me && { session: me.status }) }
}

for (const [what, making] of Object.entries(ended)) {
  test(`${what} that the deactivation waits for ends with it`, async (service) => {
    const { status, remaining, session = 401 } = await atOnce(service, making, 'made first')
    assert.ok(status < 400, String(status))
    assert.equal([remaining, session], [0, 401])
  })
}

for (const [what, making] of Object.entries({ ...ended, ...kept })) {
  test(`${what} that waits for the deactivation is refused`, async (service) => {
    const { status, remaining } = await atOnce(service, making, 'deactivated first')
    assert.equal([status, remaining], [401, 0])
  })
}

for (const [what, making] of Object.entries(kept)) {
  test(`${what} that the deactivation waits for stays`, async (service) => {
    const { status, remaining } = await atOnce(service, making, 'made first')
    assert.equal([status, remaining], [201, 1])
  })
}

const exchange: Making = async (sender, as) => {
  const browser = new TestBrowser(sender, as)
  const [client_id, { verifier, challenge }] = [await registered(sender), proofKey()]
  const asked = await ask(browser, client_id, { challenge })
  const { searchParams } = await answer(browser, asked.headers.get('location') ?? '')
  const [code, proof] = [searchParams.get('code') ?? '', { code_verifier: verifier, redirect_uri: loopbackUri }]
  return () => requestTokens(sender, { grant_type: 'authorization_code', code, client_id, ...proof })
}

test('the code of an agent that waits for the deactivation is refused', async (service) => {
  const { status, remaining } = await atOnce(service, exchange, 'deactivated first', 1)
  assert.equal([status, remaining], [400, 0])
})

slackTest('a token that waits for the deactivation is refused in Slack', async (service) => {
  const [boss, ada] = [await service.person('admin'), await service.colleague('UADA')]
  const answers = await behindLock(service, holdAuditEvents, [
    () => setActive(service, boss, ada, false),
    () => service.command('UADA', 'token ci'),
  ])
  const said = JSON.stringify([answers[1]?.body, await service.answers()])
  assert.is(await countMade(service), 0)
  assert.match(said, 'This account has been deactivated.')
})

test.run()
slackTest.run()
