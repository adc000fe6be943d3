import * as assert from 'uvu/assert'
import {
  answer,
  ask,
  callMcp,
  connect,
  loopbackUri,
  proofKey,
  refresh,
  registered,
  requestTokens,
  TestBrowser,
} from './support/oauth-agent.ts'
import { secondProcess } from './support/second-process.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('tokens of agents')

/** Sets the time at which everything was used back. */
const age = ({ sql }: TestService, seconds: number) =>
  sql`update oauth_state set consumed_at = consumed_at - ${seconds} * interval '1 second'`

const countAgents = async ({ sql }: TestService) =>
  (await sql<{ count: number }[]>`select count(*)::int from agents`)[0]?.count

test('a refresh token rotates', async (service) => {
  const connected = await connect(service, await service.person())
  const { status, body } = await refresh(service, connected)
  assert.is(status, 200)
  assert.is.not(body.refresh_token, connected.refresh)
  assert.is.not(body.access_token, connected.access)
  assert.is((await callMcp(service, body.access_token)).status, 200)
  const next = await refresh(service, { ...connected, refresh: body.refresh_token })
  assert.is(next.status, 200)
})

test('twelve sessions refresh with one token at the same time, in two processes', async (service) => {
  const connected = await connect(service, await service.person())
  const other = secondProcess(service)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => refresh(i % 2 ? service : other, connected)))
  assert.equal(
    answers.map(({ status }) => status),
    Array(12).fill(200),
  )
  await age(service, 25)
  assert.is((await refresh(service, connected)).status, 200)
  for (const { body } of answers) {
    assert.is((await callMcp(service, body.access_token)).status, 200)
    const next = await refresh(service, { ...connected, refresh: body.refresh_token })
    assert.is(next.status, 200)
  }
  await other.close()
})

test('a refresh token that is used again after 30 seconds ends the agent', async (service) => {
  const connected = await connect(service, await service.person())
  const { body } = await refresh(service, connected)
  await age(service, 31)
  const late = await refresh(service, connected)
  assert.is(late.status, 400)
  assert.is(late.body.error, 'invalid_grant')
  for (const token of [connected.access, body.access_token]) {
    assert.is((await callMcp(service, token)).status, 401)
  }
  const next = await refresh(service, { ...connected, refresh: body.refresh_token })
  assert.is(next.body.error, 'invalid_grant')
  assert.is(await countAgents(service), 0)
  const events = await service.sql<{ actor_id: string | null }[]>`
    select actor_id from audit_events where action = 'agent.disconnected'`
  assert.equal([...events], [{ actor_id: null }])
})

test('a code that is used again ends the agent', async (service) => {
  const connected = await connect(service, await service.person())
  const again = await connected.exchange()
  assert.is(again.status, 400)
  assert.is(again.body.error, 'invalid_grant')
  assert.is((await callMcp(service, connected.access)).status, 401)
  assert.is((await refresh(service, connected)).body.error, 'invalid_grant')
})

test('of two processes that exchange a code at the same moment, one gets tokens', async (service) => {
  const as = await service.person()
  const clientId = await registered(service)
  const other = secondProcess(service)
  for (let round = 0; round < 10; round++) {
    const browser = new TestBrowser(service, as)
    const { verifier, challenge } = proofKey()
    const asked = await ask(browser, clientId, { challenge })
    const { searchParams } = await answer(browser, asked.headers.get('location') ?? '')
    const form = {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: loopbackUri,
      client_id: clientId,
    }
    const answers = await Promise.all([service, other].map((each) => requestTokens(each, form)))
    assert.equal(answers.map(({ status }) => status).sort(), [200, 400])
    assert.is(answers.find(({ status }) => status === 400)?.body.error, 'invalid_grant')
  }
  await other.close()
})

test('a code needs its verifier, its redirect URI and its client', async (service) => {
  const as = await service.person()
  const [clientId, otherClient] = [await registered(service), await registered(service)]
  const browser = new TestBrowser(service, as)
  const { verifier, challenge } = proofKey()
  const asked = await ask(browser, clientId, { challenge })
  const { searchParams } = await answer(browser, asked.headers.get('location') ?? '')
  const right = {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: loopbackUri,
    client_id: clientId,
  }
  const { code_verifier: _, ...withoutVerifier } = right
  const wrong = [
    withoutVerifier,
    { ...right, code_verifier: proofKey().verifier },
    { ...right, redirect_uri: 'http://localhost:1/callback' },
    { ...right, client_id: otherClient },
    { ...right, resource: 'https://example.com/mcp' },
  ]
  for (const form of wrong) {
    const { status, body } = await requestTokens(service, form)
    assert.is(status, 400, JSON.stringify(form))
    assert.match(body.error, /^invalid_(grant|target|request)$/)
  }
})

test('expired tokens are refused', async (service) => {
  const connected = await connect(service, await service.person())
  await service.sql`
    update oauth_state set expires_at = now() where kind = 'AccessToken'`
  assert.is((await callMcp(service, connected.access)).status, 401)
  await service.sql`
    update oauth_state
    set payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int - 1))
    where kind = 'RefreshToken'`
  assert.is((await refresh(service, connected)).body.error, 'invalid_grant')
})

test('an agent gives its tokens back', async (service) => {
  const revoke = (clientId: string, token: string) =>
    service.request('POST', '/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, token }).toString(),
    })
  const as = await service.person()
  const [one, two] = [await connect(service, as), await connect(service, as)]
  // A token of another client lives.
  assert.is((await revoke(two.clientId, one.refresh)).status, 200)
  assert.is((await callMcp(service, one.access)).status, 200)
  assert.is((await revoke(one.clientId, one.refresh)).status, 200)
  assert.is((await callMcp(service, one.access)).status, 401)
  assert.is((await revoke(two.clientId, two.access)).status, 200)
  assert.is((await callMcp(service, two.access)).status, 401)
  assert.is((await revoke(two.clientId, 'unknown')).status, 200)
  assert.is((await revoke('unknown', 'unknown')).status, 401)
})

test('a token of another client cannot be refreshed', async (service) => {
  const connected = await connect(service, await service.person())
  const clientId = await registered(service)
  const { status, body } = await refresh(service, { ...connected, clientId })
  assert.is(status, 400)
  assert.is(body.error, 'invalid_grant')
  assert.is((await refresh(service, connected)).status, 200)
})

test('tokens survive a restart', async (service) => {
  const connected = await connect(service, await service.person())
  const restarted = secondProcess(service)
  assert.is((await callMcp(restarted, connected.access)).status, 200)
  assert.is((await refresh(restarted, connected)).status, 200)
  await restarted.close()
})

test('the database has hashes only, and the log no code, token or proof key', async (service) => {
  const as = await service.person()
  const clientId = await registered(service)
  const browser = new TestBrowser(service, as)
  const { verifier, challenge } = proofKey()
  const asked = await ask(browser, clientId, { challenge })
  const consentPath = asked.headers.get('location') ?? ''
  const { searchParams } = await answer(browser, consentPath)
  const code = searchParams.get('code') ?? ''
  const { body } = await requestTokens(service, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: loopbackUri,
    client_id: clientId,
  })
  await refresh(service, { clientId, refresh: body.refresh_token })
  await callMcp(service, body.access_token)
  // A login that nobody has answered yet.
  const open = (await ask(browser, clientId)).headers.get('location')?.split('/').pop() ?? ''
  await service.ctx.background.settle()

  const tables = await service.sql<{ dump: string }[]>`
    select query_to_xml(format('select * from %I', table_name), true, false, '')::text as dump
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const stored = tables.map(({ dump }) => dump).join('')
  const logged = service.logs.join('')
  assert.match(stored, clientId)
  assert.match(logged, '/oauth/token')
  for (const secret of [code, body.access_token, body.refresh_token, verifier]) {
    assert.ok(secret.length >= 43)
    assert.not.match(stored, secret)
    assert.not.match(logged, secret)
  }
  assert.ok(open.length >= 21)
  assert.not.match(stored, open)
})

test.run()
