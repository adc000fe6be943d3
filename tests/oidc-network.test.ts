import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as assert from 'uvu/assert'
import { acceptCallback, completeLogin } from '../lib/identity/provider-login.ts'
import type { Problem } from '../lib/problem.ts'
import { assertFailed, begin, requestCallback } from './support/logins.ts'
import { glossary } from './support/test-service.ts'

// An issuer that misbehaves, which the one in oidc-login.test.ts never does.
const secret = 'a-secret-in-the-response'
let metadata: object | string = {}
let reply = (response: ServerResponse) => void response.end()
let tokenRequests = 0

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url?.includes('/.well-known/')) {
    response.end(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
    return
  }
  tokenRequests += 1
  reply(response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const right = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
}
const env = {
  SERVICE_OIDC_ISSUER: issuer,
  SERVICE_OIDC_CLIENT_ID: 'glossary',
  SERVICE_OIDC_CLIENT_SECRET: 'a-client-secret',
}
const test = glossary('requests to an OpenID provider', env)

test.before.each(() => {
  metadata = right
  tokenRequests = 0
  reply = (response) => void response.end('{}')
})

for (const [name, wrong] of Object.entries({
  'of another issuer': { ...right, issuer: 'https://other.example' },
  'that is a page': '<h1>Maintenance</h1>',
  'that is too large': { ...right, junk: 'x'.repeat(300_000) },
  'without endpoints': { issuer },
})) {
  test(`a discovery document ${name} results in 502, and is read again for the next login`, async (service) => {
    metadata = wrong
    assertFailed(await service.request('GET', '/auth/oidc/login'), 502, 'idp_unreachable')
    assert.ok(service.logs.some((line) => JSON.parse(line).level === 'error'))
    metadata = right
    const next = await service.request('GET', '/auth/oidc/login')
    assert.is(next.status, name === 'without endpoints' ? 502 : 303)
  })
}

for (const [name, status, body] of [
  ['a server error', 500, `{"access_token":"${secret}"}`],
  ['truncated JSON', 200, `{"access_token":"${secret}`],
  ['no id_token', 200, `{"access_token":"${secret}","token_type":"Bearer"}`],
  ['an id_token that is none', 200, `{"access_token":"${secret}","token_type":"Bearer","id_token":"x"}`],
  ['an answer that is too large', 200, `"${secret.repeat(20_000)}"`],
] as const) {
  test(`${name} results in 502, and no log line has its content`, async (service) => {
    reply = (response) => void response.writeHead(status).end(body)
    const attempt = await begin(service, '/', 'oidc')
    const answer = await requestCallback(service, attempt, { code: 'x', state: attempt.state })
    assertFailed(answer, 502, 'idp_unreachable')
    assert.ok(service.logs.some((line) => JSON.parse(line).level === 'error'))
    assert.not.match(service.logs.join(''), secret)
    const [event] = await service.sql`select payload ->> 'reason' as reason from audit_events`
    assert.is(event?.reason, 'idp_unreachable')
  })
}

test('the code of an error response is passed on, also if it comes with a challenge', async (service) => {
  reply = (response) =>
    void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('{"error":"invalid_client"}')
  const attempt = await begin(service, '/', 'oidc')
  const answer = await requestCallback(service, attempt, { code: 'x', state: attempt.state })
  assertFailed(answer, 400, 'invalid_client')
})

test('an issuer that answers in the name of another gets no code', async (service) => {
  const attempt = await begin(service, '/', 'oidc')
  const parameters = { code: 'x', state: attempt.state, iss: 'https://other.example' }
  assertFailed(await requestCallback(service, attempt, parameters), 400, 'state_mismatch')
  assert.is(tokenRequests, 0)
})

test('an answer that does not arrive in time results in 502', async (service) => {
  reply = (response) => void response.writeHead(200).write('{')
  const { cookie, state } = await begin(service, '/', 'oidc')
  const callback = { nonce: cookie.split('=')[1] ?? '', state, code: 'x' }
  const secrets = await acceptCallback(service.ctx, 'oidc', callback)
  const attempt = { method: 'oidc', client: null } as const
  const signal = AbortSignal.timeout(100)
  const error = await completeLogin(service.ctx, callback, secrets, attempt, signal).then(
    () => null,
    (reason: Problem) => reason,
  )
  assert.is(error?.code, 'idp_unreachable')
  server.closeAllConnections()
})

const gone = glossary('an OpenID provider that is gone', { ...env, SERVICE_OIDC_ISSUER: 'http://127.0.0.1:9' })

gone('a provider that cannot be reached results in 502 and a page that says so', async (service) => {
  assertFailed(await service.request('GET', '/auth/oidc/login'), 502, 'idp_unreachable')
  const headers = { accept: 'text/html' }
  const { text } = await service.request('GET', '/auth/oidc/login', { headers })
  assert.match(text, /The identity provider cannot be reached/)
  assert.match(service.logs.join(''), /ECONNREFUSED|bad port/)
})

gone.after(() => void server.close())
test.run()
gone.run()
