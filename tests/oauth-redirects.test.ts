import * as assert from 'uvu/assert'
import {
  type Asked,
  answer,
  ask,
  connect,
  loopbackUri,
  origin,
  proofKey,
  register,
  registered,
  requestTokens,
  TestBrowser,
} from './support/oauth-agent.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('where a login of an agent can lead')

/** Requests that are wrong in one way, and the error that the agent or the person gets. */
const wrongRequests: [Asked, string][] = [
  [{ response_type: 'bogus' }, 'unsupported_response_type'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: undefined }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  ...[origin, `${origin}/`, `${origin}/api`, 'https://example.com/mcp', 'mcp'].map((refused): [Asked, string] => [
    { resource: refused },
    'invalid_target',
  ]),
]

test('a wrong request goes to no agent that the person has not allowed before', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { clientId } = await connect(service, ada)
  for (const [parameters, error] of wrongRequests) {
    const says = JSON.stringify(parameters)
    for (const session of [bo.session, '', 'x']) {
      const stranger = new TestBrowser(service, { id: bo.id, session })
      const { status, headers, text } = await ask(stranger, clientId, parameters)
      assert.is(status, 400, says)
      assert.is(headers.get('location'), null, says)
      assert.match(headers.get('content-type') ?? '', 'text/html')
      assert.match(text, `<code>${error}</code>`)
    }
    const { headers } = await ask(new TestBrowser(service, ada), clientId, parameters)
    const location = new URL(headers.get('location') ?? '')
    assert.is(location.origin + location.pathname, loopbackUri)
    const sent = new URLSearchParams(location.search || location.hash.slice(1))
    assert.equal([sent.get('error'), sent.get('iss')], [error, origin], says)
  }
})

test('what agents send beyond that is ignored, so nothing is wrong about it', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service)
  const ignored = [
    { scope: 'admin write' },
    { prompt: 'none' },
    { prompt: 'bogus login' },
    { response_mode: 'form_post' },
    { response_mode: 'bogus' },
    { max_age: '-1' },
    { request: 'x.y.z' },
    { request_uri: 'https://evil.example/' },
    { claims: '{' },
    { id_token_hint: 'x' },
    { registration: '{}' },
  ]
  for (const parameters of ignored) {
    const { status, headers } = await ask(browser, clientId, parameters)
    assert.is(status, 303, JSON.stringify(parameters))
    assert.match(headers.get('location') ?? '', /^\/oauth\/consent\//)
  }
  const posted = await browser.send('POST', '/oauth/authorize', { response_type: 'bogus' })
  assert.is(posted.status, 405)
  const twice = await browser.send(
    'GET',
    `/oauth/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: loopbackUri })}&redirect_uri=${loopbackUri}`,
  )
  assert.equal([twice.status, twice.headers.get('location')], [400, null])
})

test('redirect URIs that lead nowhere safe are refused', async (service) => {
  const refused = [
    ...['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:x'],
    ...['JavaScript:alert(1)', 'view-source:https://a.example', 'about:blank', 'ftp://a.example/'],
    ...['http://evil.example/callback', 'http://localhost.evil.example/', 'http://10.0.0.1/'],
    ...['https://localhost/callback', 'https://claude.ai/callback#x', 'https://a@evil.example/'],
    ...['/callback', '', 'https://a.example/\u0000', 'https://a.example/ b', 'https://ä.example/'],
    `https://a.example/${'a'.repeat(2000)}`,
  ]
  for (const uri of refused) {
    const { status, body } = await register(service, { redirect_uris: [uri] })
    assert.is(status, 400, uri)
    assert.match(body.error, /^invalid_(redirect_uri|client_metadata)$/)
  }
})

test('an agent that has other addresses, too, keeps those that are allowed', async (service) => {
  const allowed = ['jetbrains://gateway/x', 'warp://a', 'lmstudio://a', 'raycast://oauth']
  const { status, body } = await register(service, {
    redirect_uris: ['myide://b', 'javascript:x', ...allowed, 'http://intranet/x', 'https://a.example/#b'],
  })
  assert.equal([status, body.redirect_uris], [201, allowed])
})

test('redirect URIs that programs other than agents open are refused', async (service) => {
  const refused = [
    ...['https:evil.example', 'https:/evil.example', 'https:///evil.example', 'HTTPS:evil.example'],
    ...['https:\\\\evil.example', 'http:localhost/callback', 'https://', 'https:'],
    ...['search-ms:query=x', 'ms-msdt:/id', 'ms-word:ofe|u|https://a.example', 'SEARCH-MS:x'],
    ...['mailto:a@b.example', 'tel:1', 'sms:1', 'ssh://a', 'intent://a', 'slack://a', 'myapp://a'],
  ]
  for (const uri of refused) {
    const { status, body } = await register(service, { redirect_uris: [uri, uri] })
    assert.equal([status, body.error], [400, 'invalid_redirect_uri'], uri)
  }
})

test('a client needs 1 to 20 redirect URIs', async (service) => {
  for (const redirect_uris of [[], undefined, 'x', [1], {}, null, Array(21).fill(loopbackUri)]) {
    const { status } = await register(service, { redirect_uris })
    assert.is(status, 400, JSON.stringify(redirect_uris))
  }
})

test('redirect URIs are stored as browsers understand them', async (service) => {
  const written: [string, string][] = [
    ['HTTPS://Claude.AI/a/../callback', 'https://claude.ai/callback'],
    ['https://claude.ai', 'https://claude.ai/'],
    ['https://claude.ai\\@evil.example/', 'https://claude.ai/@evil.example/'],
    ['com.example.app:/callback', 'com.example.app:/callback'],
    ['Cursor://anysphere.cursor-mcp/callback', 'cursor://anysphere.cursor-mcp/callback'],
    ['vscode-insiders://vscode.mcp/callback', 'vscode-insiders://vscode.mcp/callback'],
  ]
  const redirect_uris = written.map(([uri]) => uri)
  const { body } = await register(service, { redirect_uris })
  assert.equal(
    body.redirect_uris,
    written.map(([, parsed]) => parsed),
  )
  const as = await service.person()
  for (const [redirect_uri, parsed] of written) {
    const browser = new TestBrowser(service, as)
    const { verifier, challenge } = proofKey()
    const asked = await ask(browser, body.client_id, { redirect_uri, challenge })
    const to = await answer(browser, asked.headers.get('location') ?? '')
    assert.ok(to.href.startsWith(parsed), to.href)
    const { status } = await requestTokens(service, {
      grant_type: 'authorization_code',
      code: to.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri,
      client_id: body.client_id,
    })
    assert.is(status, 200, redirect_uri)
  }
})

test('a client that registered before addresses were parsed, or refused, is treated alike', async (service) => {
  const clientId = await registered(service, { redirect_uris: ['https://claude.ai/', 'a.b:/c'] })
  await service.sql`
    update oauth_state
    set payload = jsonb_set(payload, '{redirect_uris}', '["https://claude.ai", "search-ms:x"]')
    where kind = 'Client' and payload ->> 'client_id' = ${clientId}`
  const browser = new TestBrowser(service, await service.person())
  const known = await ask(browser, clientId, { redirect_uri: 'https://claude.ai' })
  assert.is(known.status, 303)
  const refused = await ask(browser, clientId, { redirect_uri: 'search-ms:x' })
  assert.equal([refused.status, refused.headers.get('location')], [400, null])
})

test.run()
