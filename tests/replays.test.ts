import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openContext } from '../lib/service.ts'
import { apiToken, bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { assertLoggedIn, begin, requestCallback } from './support/logins.ts'
import { rowsOf } from './support/rows.ts'
import { sign } from './support/slack.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { type Answer, type Person, send } from './support/test-service.ts'

const identity = await openSlackIdentity()
const test = slackGlossary('replays', identity.env)
const minuteMs = 60_000

/** Something that was accepted once: `replay` sends it again, unchanged, to this or another process. */
type Accepted = { owner: Person; replay: (to?: Requests) => Promise<Answer>; revoke?: () => unknown }
type Requests = Pick<SlackTestService, 'request'>

async function acceptApiToken(service: SlackTestService): Promise<Accepted> {
  const owner = await service.person('admin')
  const { id, token } = await apiToken(service, owner, ['write'])
  return {
    owner,
    replay: ({ request } = service) => request('GET', '/api/v1/me', { headers: bearer(token) }),
    revoke: () => service.request('DELETE', `/api/v1/tokens/${id}`, { as: owner }),
  }
}

async function acceptEmbedKey(service: SlackTestService): Promise<Accepted> {
  const owner = await service.person('admin')
  const { id, key } = await embedKey(service, owner)
  const explain = { headers: { ...bearer(key), origin: wiki }, body: { text: 'Our SLA.' } }
  return {
    owner,
    replay: ({ request } = service) => request('POST', '/api/v1/explain', explain),
    revoke: () => service.request('DELETE', `/api/v1/admin/embed-keys/${id}`, { as: owner }),
  }
}

async function acceptSession(service: SlackTestService): Promise<Accepted> {
  const owner = await service.person('admin')
  return { owner, replay: ({ request } = service) => request('GET', '/api/v1/me', { headers: cookie(owner) }) }
}

/** A callback of the identity provider that has logged in a browser. */
async function acceptLogin(service: SlackTestService): Promise<Accepted> {
  const attempt = await begin(service)
  identity.expect(ada, attempt.nonce)
  const replay = (to: Requests = service) => requestCallback(to, attempt, { code: 'a-code', state: attempt.state })
  assertLoggedIn(await replay())
  const owner = await service.person('admin')
  return { owner, replay }
}

/** A login that has begun and not come back; `parts` says what is replayed of it. */
const beginLogin =
  (parts: { cookie?: false; state?: false }) =>
  async (service: SlackTestService): Promise<Accepted> => {
    const attempt = await begin(service)
    identity.expect(ada, attempt.nonce)
    const sent = parts.cookie === false ? { cookie: '' } : attempt
    const state: Record<string, string> = parts.state === false ? {} : { state: attempt.state }
    return {
      owner: await service.person('admin'),
      replay: (to = service) => requestCallback(to, sent, { code: 'a-code', ...state }),
    }
  }

async function acceptSlackRequest(service: SlackTestService): Promise<Accepted> {
  const owner = await service.colleague('U1', 'admin')
  const signedNow = slackRequest(new Date())
  const replay = ({ request }: Requests = service) => request('POST', '/slack/events', signedNow)
  assert.match((await replay()).body.text, /^Added/)
  return { owner, replay }
}

/** A request that Slack signed six minutes ago, and that did not arrive then. */
async function delaySlackRequest(service: SlackTestService): Promise<Accepted> {
  const owner = await service.colleague('U1', 'admin')
  const old = slackRequest(new Date(Date.now() - 6 * minuteMs))
  const replay = ({ request }: Requests = service) => request('POST', '/slack/events', old)
  return { owner, replay }
}

function slackRequest(at: Date) {
  const body = 'command=%2Fglossary&user_id=U1&text=add+SLO+--+A+target.&trigger_id=1'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { body, headers: { ...type, ...sign(body, { at }) } }
}

const deactivate = ({ request }: SlackTestService, { owner }: Accepted, admin: Person) =>
  request('PATCH', `/api/v1/users/${owner.id}`, { as: admin, body: { is_active: false } })
const wait = (minutes: number) => (service: SlackTestService) => {
  service.clock.now = new Date(service.clock.now.getTime() + minutes * minuteMs)
}
const nothing = () => {}

type Event = (service: SlackTestService, accepted: Accepted, admin: Person) => unknown

/** What is replayed, after what, and what the replay gets. */
const replays: Record<
  string,
  [accept: (service: SlackTestService) => Promise<Accepted>, event: Event, outcome: string]
> = {
  'an API token after its revocation': [acceptApiToken, (_, { revoke }) => revoke?.(), '401 invalid_credentials'],
  'an API token after the deactivation of its owner': [acceptApiToken, deactivate, '401 invalid_credentials'],
  'an embed key after its revocation': [acceptEmbedKey, (_, { revoke }) => revoke?.(), '401 invalid_credentials'],
  'a session after the deactivation of its user': [acceptSession, deactivate, '401 invalid_credentials'],
  'a session after 24 hours': [acceptSession, wait(24 * 60), '401 invalid_credentials'],
  // Sessions are not stored: docs/security.md, "What is not covered".
  'a session after its browser has logged out': [
    acceptSession,
    ({ request }, { owner }) => request('POST', '/auth/logout', { headers: cookie(owner) }),
    '200 undefined',
  ],
  'a callback of a login': [acceptLogin, nothing, '400 state_mismatch'],
  'a callback of a login after an hour': [acceptLogin, wait(61), '400 state_mismatch'],
  'the state of a login without its cookie': [beginLogin({ cookie: false }), nothing, '400 state_mismatch'],
  'the cookie of a login without its state': [beginLogin({ state: false }), nothing, '400 state_mismatch'],
  'the state and cookie of a login after six minutes': [beginLogin({}), wait(6), '400 state_mismatch'],
  'a request of Slack': [acceptSlackRequest, nothing, '200 undefined'],
  'a request of Slack after six minutes': [delaySlackRequest, nothing, '401 bad_signature'],
}

for (const [what, [accept, event, expected]] of Object.entries(replays)) {
  test(`${what}: ${expected}, and it changes nothing`, async (service) => {
    const admin = await service.person('admin')
    const accepted = await accept(service)
    await event(service, accepted, admin)
    await service.sendAll()
    const before = await rowsOf(service)
    const { status, body, headers } = await accepted.replay()
    assert.is(`${status} ${body?.code}`, expected)
    assert.not.match(headers.getSetCookie().join(), /user_id=[^;]/)
    await service.sendAll()
    assert.is(await rowsOf(service), before)
  })
}

/** Everything that our own keys sign, and Slack's. */
const signed: Record<string, [typeof acceptSession, outcome: string]> = {
  'a session': [acceptSession, '401 invalid_credentials'],
  'the state and cookie of a login': [beginLogin({}), '400 state_mismatch'],
  'a request of Slack': [acceptSlackRequest, '401 bad_signature'],
}

for (const [what, [accept, expected]] of Object.entries(signed)) {
  test(`${what} is not accepted after a change of its key`, async (service) => {
    const { replay } = await accept(service)
    const { Response, log, settings } = service.ctx
    const keys = { secretKey: 'another secret of 32 characters and more', slackSigningSecret: 'x' }
    const opened = openContext(service.databaseUrl, { ...settings, ...keys }, log, { Response })
    const app = createGlossary(opened.context)
    const before = await rowsOf(service)
    const { status, body } = await replay({ request: (...args) => send(app, ...args) })
    assert.is(`${status} ${body.code}`, expected)
    assert.is(await rowsOf(service), before)
    await opened.close(Promise.resolve())
  })
}

test.after(() => identity.close())
test.run()
