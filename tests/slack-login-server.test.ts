import * as assert from 'uvu/assert'
import { servers } from './support/servers.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { secretKey } from './support/test-service.ts'

const slack = await openSlackIdentity()
const test = servers('login at a server')

test('a browser can log in at a server process', async ({ start, database }) => {
  const { url } = await start({ ...slack.env, SERVICE_DATABASE_URL: await database(), SERVICE_SECRET_KEY: secretKey })
  const visit = (path: string, cookie = '') => fetch(url + path, { redirect: 'manual', headers: { cookie } })

  const begun = await visit('/auth/slack/login')
  const { searchParams } = new URL(begun.headers.get('location') ?? '')
  slack.expect(ada, searchParams.get('nonce') ?? '')
  const back = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })
  const nonce = begun.headers.getSetCookie()[0]?.split(';')[0]
  const { status, headers } = await visit(`/auth/slack/callback?${back}`, nonce)

  assert.equal([status, headers.get('location')], [303, '/'])
  const [cleared, session, ...more] = headers.getSetCookie().sort()
  assert.match(cleared ?? '', /^login_nonce=; Max-Age=0;/)
  assert.equal(more, [])
  const me = await (await visit('/api/v1/me', session?.split(';')[0])).json()
  assert.is(me.email, 'ada@example.com')
})

test.after(() => slack.close())
test.run()
