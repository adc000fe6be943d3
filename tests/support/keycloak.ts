import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../lib/db/server-address.ts'
import { eventually } from './eventually.ts'
import { clientId, clientSecret, oidcRedirectUri } from './openid-provider.ts'

const password = 'a password of the tests'

/** The realm that Keycloak imports: the client with a mapper for groups, and two people. */
const realm = {
  realm: 'glossary',
  enabled: true,
  sslRequired: 'none',
  groups: [{ name: 'glossary-admins' }],
  clients: [
    {
      clientId,
      secret: clientSecret,
      publicClient: false,
      standardFlowEnabled: true,
      redirectUris: [oidcRedirectUri],
      protocolMappers: [
        {
          name: 'groups',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-group-membership-mapper',
          config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
        },
      ],
    },
  ],
  users: [user('ada', { emailVerified: true, groups: ['glossary-admins'] }), user('bo', { emailVerified: false })],
}

function user(username: string, more: object) {
  const name = { firstName: username, lastName: 'Example' }
  const credentials = [{ type: 'password', value: password }]
  return { username, email: `${username}@example.com`, enabled: true, ...name, credentials, ...more }
}

/** A Keycloak with the realm. */
export type Keycloak = {
  issuer: string
  /** Logs in with the form of Keycloak. Returns the URL that it redirects to. */
  logIn(authorizeUrl: string, username: string): Promise<URL>
  /** Removes a person from all groups. */
  leaveGroups(username: string): Promise<void>
  stop(): Promise<void>
}

/** Starts Keycloak from the directory of its distribution, which takes a minute. */
export async function startKeycloak(home: string): Promise<Keycloak> {
  const folder = join(home, 'data', 'import')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'glossary-realm.json'), JSON.stringify(realm))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}/realms/glossary`
  const child = spawn(
    join(home, 'bin', 'kc.sh'),
    ['start-dev', '--import-realm', `--http-port=${port}`, '--db=dev-mem', `--hostname=${origin}`],
    {
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        JAVA_OPTS_KC_HEAP: '-Xmx640m',
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: password,
      },
    },
  )
  const isUp = async () => (await fetch(`${issuer}/.well-known/openid-configuration`)).ok
  await eventually('Keycloak has started', isUp, 300)
  return { issuer, logIn, leaveGroups: (username) => leaveGroups(origin, username), stop: () => stop(child) }
}

/** The script starts Java as a child, which a signal to the script alone would leave behind. */
async function stop(child: ChildProcess) {
  const ended = once(child, 'exit')
  if (child.pid !== undefined) process.kill(-child.pid)
  await ended
}

async function logIn(authorizeUrl: string, username: string) {
  const form = await fetch(authorizeUrl, { redirect: 'manual' })
  const cookie = form.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const action = /action="([^"]+)"/.exec(await form.text())?.[1]?.replaceAll('&amp;', '&')
  const answer = await fetch(action ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ username, password }),
  })
  return new URL(answer.headers.get('location') ?? '')
}

async function leaveGroups(origin: string, username: string) {
  const body = new URLSearchParams({
    ...{ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password },
  })
  const token = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, { method: 'POST', body })
  const { access_token } = (await token.json()) as { access_token: string }
  const admin = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${origin}/admin/realms/glossary/users${path}`, { method, headers })
    return answer.status === 204 ? [] : ((await answer.json()) as { id: string }[])
  }
  const [found] = await admin(`?username=${username}`)
  for (const { id } of await admin(`/${found?.id}/groups`)) {
    await admin(`/${found?.id}/groups/${id}`, 'DELETE')
  }
}
