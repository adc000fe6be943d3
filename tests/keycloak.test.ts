import * as assert from 'uvu/assert'
import { type Keycloak, startKeycloak } from './support/keycloak.ts'
import { assertFailed, assertLoggedIn, begin, requestCallback } from './support/logins.ts'
import { clientId, clientSecret } from './support/openid-provider.ts'
import { glossary, type TestService } from './support/test-service.ts'

// Logins with Keycloak, which `npm run test:keycloak` downloads. Without KEYCLOAK_HOME, the tests are skipped.
const { KEYCLOAK_HOME } = process.env
const keycloak = KEYCLOAK_HOME === undefined ? null : await startKeycloak(KEYCLOAK_HOME)
const suite = glossary('Keycloak', {
  ...(keycloak && { SERVICE_OIDC_ISSUER: keycloak.issuer }),
  SERVICE_OIDC_CLIENT_ID: clientId,
  SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  SERVICE_OIDC_ADMIN_GROUPS: 'glossary-admins',
})

/** Adds a test that is skipped without Keycloak. */
function test(name: string, run: (service: TestService, keycloak: Keycloak) => Promise<void>) {
  if (keycloak) suite(name, (service) => run(service, keycloak))
  else suite.skip(name)
}

async function logIn(service: TestService, { logIn }: Keycloak, username: string) {
  const attempt = await begin(service, '/', 'oidc')
  const callback = await logIn(attempt.location.href, username)
  return requestCallback(service, attempt, Object.fromEntries(callback.searchParams))
}

test('a person in the group of admins is one, until they have left it', async (service, keycloak) => {
  await service.person('admin')
  const role = async (session: string) => {
    const headers = { cookie: `user_id=${session}` }
    return (await service.request('GET', '/api/v1/me', { headers })).body.role
  }
  assert.is(await role(assertLoggedIn(await logIn(service, keycloak, 'ada'))), 'admin')
  await keycloak.leaveGroups('ada')
  assert.is(await role(assertLoggedIn(await logIn(service, keycloak, 'ada'))), 'viewer')
})

test('an address that Keycloak has not verified is refused', async (service, keycloak) => {
  assertFailed(await logIn(service, keycloak, 'bo'), 403, 'email_unverified')
})

suite.after(() => keycloak?.stop())
suite.run()
