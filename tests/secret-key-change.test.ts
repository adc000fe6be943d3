import * as assert from 'uvu/assert'
import { type Servers, servers } from './support/servers.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'

// The key changes while two processes restart one by one, as docs/security.md says.
const slack = await openSlackIdentity()
const test = servers('a new secret key')
const [old, next] = ['the old key of the tests, long enough', 'the new key of the tests, long enough']

const keys = (key: string, previous?: string) => ({
  SERVICE_SECRET_KEY: key,
  ...(previous && { SERVICE_SECRET_KEY_PREVIOUS: previous }),
})

type Process = Awaited<ReturnType<Servers['start']>>

const visit = ({ url }: Process, path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { redirect: 'manual', headers })

/** Begins a login at one process and finishes it at another. Returns the response. */
async function logIn(first: Process, second: Process, accept = '*/*'): Promise<Response> {
  const begun = await visit(first, '/auth/slack/login')
  const { searchParams } = new URL(begun.headers.get('location') ?? '')
  slack.expect(ada, searchParams.get('nonce') ?? '')
  const back = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return visit(second, `/auth/slack/callback?${back}`, { cookie, accept })
}

const sessionOf = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('user_id=')) ?? ''

test('logins and sessions survive it', async ({ start, database }) => {
  const env = { ...slack.env, SERVICE_DATABASE_URL: await database(), SERVICE_LOG_LEVEL: 'error' }
  const run = (settings: Record<string, string>) => start({ ...env, ...settings })
  const processes = await Promise.all([run(keys(old)), run(keys(old))])
  const sessions: string[] = []
  for (const settings of [keys(old, next), keys(next, old)]) {
    for (const i of [0, 1] as const) {
      await processes[i].stop()
      processes[i] = await run(settings)
      const [one, other] = processes
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const response = await logIn(first, second)
        assert.is(response.status, 303, `${JSON.stringify(settings)} at process ${i}`)
        sessions.push(sessionOf(response).split(';')[0] ?? '')
      }
      for (const process of processes) {
        for (const cookie of sessions) {
          assert.is((await visit(process, '/api/v1/me', { cookie })).status, 200)
        }
      }
    }
  }
})

test('a login that fails because of it says in plain words what to do', async ({ start, database }) => {
  const env = { ...slack.env, SERVICE_DATABASE_URL: await database(), SERVICE_LOG_LEVEL: 'error' }
  const [swapped, behind] = await Promise.all([start({ ...env, ...keys(next, old) }), start({ ...env, ...keys(old) })])
  const response = await logIn(swapped, behind, 'text/html')
  assert.is(response.status, 400)
  const [page = ''] = /<main.*<\/main>/s.exec(await response.text()) ?? []
  assert.match(page, /can’t be finished/)
  assert.match(page, /Log in again/)
  assert.match(page, 'state_mismatch')
  assert.not.match(page, /cookie|SERVICE_|HTTPS|skew|production|hmac|nonce/i)
})

test.after(() => slack.close())
test.run()
