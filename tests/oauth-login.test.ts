import * as assert from 'uvu/assert'
import {
  answer,
  ask,
  callMcp,
  connect,
  loopbackUri,
  origin,
  proofKey,
  refresh,
  register,
  registered,
  requestTokens,
  resource,
  TestBrowser,
} from './support/oauth-agent.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('logins of agents')

test('/mcp without a credential says where an agent can log in', async (service) => {
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
  const { status, headers } = await callMcp(service)
  assert.is(status, 401)
  assert.is(headers.get('www-authenticate'), `Bearer ${metadata}, scope="read"`)
  for (const token of ['glo_unknown', 'unknown', 'a'.repeat(43)]) {
    const refused = await callMcp(service, token)
    assert.is(refused.status, 401)
    const challenge = `Bearer error="invalid_token", ${metadata}, scope="read"`
    assert.is(refused.headers.get('www-authenticate'), challenge, token)
  }
})

test('the metadata describe the resource at both paths, and the server', async ({ request }) => {
  for (const path of ['', '/mcp']) {
    const { status, body } = await request('GET', `/.well-known/oauth-protected-resource${path}`)
    assert.is(status, 200)
    assert.is(body.resource, resource)
    assert.equal(body.authorization_servers, [origin])
    assert.equal(body.scopes_supported, ['read'])
  }
  const { body } = await request('GET', '/.well-known/oauth-authorization-server')
  assert.is(body.issuer, origin)
  assert.is(body.authorization_endpoint, `${origin}/oauth/authorize`)
  assert.is(body.token_endpoint, `${origin}/oauth/token`)
  assert.is(body.registration_endpoint, `${origin}/oauth/register`)
  assert.is(body.revocation_endpoint, `${origin}/oauth/revoke`)
  assert.equal(body.scopes_supported, ['read'])
  assert.equal(body.code_challenge_methods_supported, ['S256'])
  assert.equal(body.token_endpoint_auth_methods_supported, ['none'])
  assert.is(body.authorization_response_iss_parameter_supported, true)
  assert.is(body.client_id_metadata_document_supported, true)
  assert.is((await request('GET', '/.well-known/openid-configuration')).status, 404)
})

test('an agent logs in and reads, and its token is valid only at /mcp', async (service) => {
  const ada = await service.person()
  const { access, refresh } = await connect(service, ada)
  assert.is((await callMcp(service, access)).status, 200)
  for (const path of ['/api/v1/terms', '/api/v1/me', '/', '/export']) {
    const headers = { authorization: `Bearer ${access}` }
    const { status } = await service.request('GET', path, { headers })
    assert.ok(status === 401 || status === 303, `${path}: ${status}`)
  }
  assert.is((await callMcp(service, refresh)).status, 401)
})

test('the response to the agent has the state and the issuer, the tokens their lifetime and scope', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service)
  const { verifier, challenge } = proofKey()
  const asked = await ask(browser, clientId, { challenge, scope: 'openid profile offline_access' })
  assert.is(asked.status, 303)
  const to = await answer(browser, asked.headers.get('location') ?? '')
  assert.is(to.origin + to.pathname, loopbackUri)
  assert.is(to.searchParams.get('state'), 'a state of the agent')
  assert.is(to.searchParams.get('iss'), origin)
  const { status, body, headers } = await requestTokens(service, {
    grant_type: 'authorization_code',
    code: to.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: loopbackUri,
    client_id: clientId,
    scope: 'openid write',
    resource,
  })
  assert.is(status, 200)
  assert.is(headers.get('cache-control'), 'no-store')
  const { access_token, refresh_token, ...rest } = body
  assert.equal(rest, { expires_in: 3600, scope: 'read', token_type: 'Bearer' })
  assert.match(access_token, /^[\w-]{43}$/)
  assert.match(refresh_token, /^[\w-]{43}$/)
})

test('a cancelled login tells the agent so', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const asked = await ask(browser, await registered(service))
  const to = await answer(browser, asked.headers.get('location') ?? '', 'cancel')
  assert.is(to.searchParams.get('error'), 'access_denied')
  assert.is(to.searchParams.get('iss'), origin)
  assert.is(to.searchParams.get('code'), null)
  const [row] = await service.sql<{ count: number }[]>`select count(*)::int from agents`
  assert.is(row?.count, 0)
})

test('only /mcp can be asked for, however it is written', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service)
  const consentPath = /^\/oauth\/consent\/[\w-]+$/
  for (const accepted of [undefined, resource, `${resource}/`, 'HTTP://LOCALHOST:8000/mcp']) {
    const { headers } = await ask(browser, clientId, { resource: accepted })
    assert.match(headers.get('location') ?? '', consentPath, accepted)
  }
})

test('a client without a registration, or with another redirect URI, gets no redirect', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service, {
    redirect_uris: ['http://localhost/callback', 'https://claude.ai/api/callback', 'cursor://a.b/c'],
  })
  const refused: [string, string][] = [
    ['unknown', loopbackUri],
    [clientId, 'http://localhost:3118/other'],
    [clientId, 'http://127.0.0.1:3118/callback'],
    [clientId, 'http://evil.example/callback'],
    [clientId, 'https://claude.ai/api/callback/'],
    [clientId, 'https://claude.ai:444/api/callback'],
    [clientId, 'https://claude.ai.evil.example/api/callback'],
    [clientId, 'https://claude.ai/api/callback?x=1'],
    [clientId, 'cursor://a.b/d'],
    [clientId, 'javascript:alert(1)'],
  ]
  for (const [client, redirect_uri] of refused) {
    const { status, headers, text } = await ask(browser, client, { redirect_uri })
    assert.is(status, 400, redirect_uri)
    assert.is(headers.get('location'), null)
    assert.match(headers.get('content-type') ?? '', 'text/html')
    assert.match(text, 'The agent cannot be connected')
  }
  for (const redirect_uri of [loopbackUri, 'http://localhost:1/callback', 'cursor://a.b/c']) {
    assert.is((await ask(browser, clientId, { redirect_uri })).status, 303, redirect_uri)
  }
})

test('every client is registered as a public, native one', async (service) => {
  const { status, body } = await register(service, {
    application_type: 'web',
    client_name: '  Cur\u202Esor\u0000\n',
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['token'],
    scope: 'write admin',
    contacts: [null],
    jwks_uri: null,
    client_uri: 'javascript:alert(1)',
    redirect_uris: [
      ...['cursor://anysphere.cursor-mcp/oauth/callback'],
      ...['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback'],
      ...['http://127.0.0.1/callback', 'http://[::1]:80/callback'],
    ],
  })
  assert.is(status, 201)
  assert.is(body.client_name, 'Cur sor')
  assert.is(body.token_endpoint_auth_method, 'none')
  assert.is(body.application_type, 'native')
  assert.equal(body.grant_types, ['authorization_code', 'refresh_token'])
  assert.is(body.client_secret, undefined)
  assert.is(body.redirect_uris.length, 5)
})

test('control characters in a request are refused before they are stored', async (service) => {
  const browser = new TestBrowser(service, await service.person())
  const clientId = await registered(service)
  for (const parameters of [{ state: 'a\u0000b' }, { code_challenge: '\u0000' }, { state: '\n' }]) {
    assert.is((await ask(browser, clientId, parameters)).status, 400, JSON.stringify(parameters))
  }
})

test('a token request that misses something gets an OAuth error', async (service) => {
  const connected = await connect(service, await service.person())
  const wrong: [Record<string, string>, number, string][] = [
    [{}, 400, 'invalid_request'],
    [{ client_id: 'unknown', grant_type: 'refresh_token' }, 401, 'invalid_client'],
    [{ client_id: connected.clientId, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_id: connected.clientId, grant_type: 'authorization_code' }, 400, 'invalid_request'],
    [{ client_id: connected.clientId, grant_type: 'refresh_token', refresh_token: 'a\u0000' }, 400, 'invalid_grant'],
  ]
  for (const [form, status, error] of wrong) {
    const refused = await requestTokens(service, form)
    assert.is(refused.status, status, JSON.stringify(form))
    assert.is(refused.body.error, error)
  }
  assert.is((await refresh(service, connected)).status, 200)
})

test.run()
