import * as oauth from 'oauth4webapi'
import * as assert from 'uvu/assert'
import { answer, ask, callMcp, loopbackUri, origin, resource, TestBrowser } from './support/oauth-agent.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('logins with oauth4webapi')

test('it discovers, registers, logs in, refreshes and revokes', async (service) => {
  const options = {
    [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      service.app(new Request(url, init as RequestInit), '127.0.0.1'),
    [oauth.allowInsecureRequests]: true,
  }
  const found = await oauth.resourceDiscoveryRequest(new URL(resource), options)
  const { authorization_servers: [issuer = ''] = [] } = await oauth.processResourceDiscoveryResponse(
    new URL(resource),
    found,
  )
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), { ...options, algorithm: 'oauth2' }),
  )
  assert.is(server.issuer, origin)
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'Second client', redirect_uris: [loopbackUri] },
      options,
    ),
  )
  assert.is(client.token_endpoint_auth_method, 'none')

  const verifier = oauth.generateRandomCodeVerifier()
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const browser = new TestBrowser(service, await service.person())
  const asked = await ask(browser, client.client_id, { challenge, state: 'a state' })
  const redirect = await answer(browser, asked.headers.get('location') ?? '')
  // Checks the state and the issuer (RFC 9207).
  const parameters = oauth.validateAuthResponse(server, client, redirect, 'a state')
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), parameters, loopbackUri, verifier, options] as const),
    ),
  )
  assert.is((await callMcp(service, tokens.access_token)).status, 200)

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), tokens.refresh_token ?? '', options] as const),
    ),
  )
  assert.is((await callMcp(service, refreshed.access_token)).status, 200)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(...([server, client, oauth.None(), refreshed.refresh_token ?? '', options] as const)),
  )
  assert.is((await callMcp(service, refreshed.access_token)).status, 401)
})

test.run()
