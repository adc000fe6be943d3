import * as assert from 'uvu/assert'
import { assertLoggedIn, begin, requestCallback } from './support/logins.ts'
import { rowsOf } from './support/rows.ts'
import { accessToken, ada, clientSecret, openSlackIdentity, type Reply, tokens } from './support/slack-identity.ts'
import { type Answer, glossary, secretKey, type TestService } from './support/test-service.ts'

const slack = await openSlackIdentity()
const test = glossary('secrets of a login', { ...slack.env, SERVICE_LOG_LEVEL: 'trace' })
const html = { accept: 'text/html' }

/** All outcomes of a login, with the responses of Slack that cause them. */
const endings: Record<string, { token?: Reply; userInfo?: Reply }> = {
  success: {},
  'an error response': { token: { body: { ok: false, error: 'invalid_code', access_token: accessToken } } },
  'a rejected profile request': { userInfo: { status: 401, body: { error: 'invalid_token' } } },
  'truncated JSON with the token': { token: { body: `{"access_token":"${accessToken}","id_token":"` } },
  'a page with the token': { userInfo: { body: `<p>Bearer ${accessToken}</p>` } },
  'a token that is invalid in a header': { token: { body: { access_token: `${accessToken}\n` } } },
  'a redirect': { token: { status: 307, headers: { location: `/?token=${accessToken}` } } },
  'a response that is too large': { token: { body: accessToken.repeat(5000) } },
  'a server error': { token: { status: 500, body: tokens() } },
}

/** The responses, which must not contain the secrets. */
type Outcome = { responses: Answer[]; secrets: Record<string, string> }

async function logInEveryWay(service: TestService): Promise<Outcome> {
  const responses: Answer[] = []
  const secrets: Record<string, string> = {
    'the client secret': clientSecret,
    'the access token': accessToken,
    'the key': secretKey,
  }
  for (const [name, replies] of Object.entries(endings)) {
    for (const headers of [{}, html]) {
      const attempt = await begin(service)
      slack.expect(ada, attempt.nonce)
      const { body } = slack.replies.token as { body: { id_token: string } }
      Object.assign(slack.replies, replies)
      const code = `code-of-${name.replaceAll(' ', '-')}-${responses.length}`
      Object.assign(secrets, {
        [`code ${code}`]: code,
        [`id_token ${code}`]: body.id_token.split('.')[1],
        [`state ${code}`]: attempt.state.split('.')[1],
        [`cookie ${code}`]: attempt.cookie.split('=')[1],
        [`nonce ${code}`]: attempt.nonce,
      })
      const response = await requestCallback(service, attempt, { code, state: attempt.state }, headers)
      responses.push(response, await requestCallback(service, attempt, { code, state: attempt.state }, headers))
      if (name === 'success') assertLoggedIn(response)
      else assert.ok(response.status >= 400, name)
    }
  }
  return { responses, secrets }
}

test('no log line, response, URL or row contains a secret', async (service) => {
  const { responses, secrets } = await logInEveryWay(service)
  const rows = await rowsOf(service)
  assert.match(rows, /ada@example\.com/)
  assert.match(rows, /invalid_token/)
  const seen = {
    logs: service.logs.join(''),
    rows,
    responses: responses.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n'),
    'requested URLs': slack.requests.map(({ path }) => path).join('\n'),
  }
  for (const [where, text] of Object.entries(seen)) {
    const found = Object.entries(secrets).filter(([, secret]) => secret.length > 5 && text.includes(secret))
    assert.equal(found, [], where)
  }
  assert.is(Object.values(secrets).filter((secret) => secret.length <= 5).length, 0)
})

test('the URL of the provider contains no secret', async (service) => {
  const { location } = await begin(service)
  assert.not.match(location.href, new RegExp(`${clientSecret}|${encodeURIComponent(secretKey)}`))
})

test('browsers get a page that says what to do', async (service) => {
  const attempt = await begin(service)
  slack.replies.token = { body: { ok: false, error: 'bad_client_secret' } }
  const response = await requestCallback(service, attempt, { code: 'x', state: attempt.state }, html)
  assert.is(response.status, 400)
  assert.is(response.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(response.text, /Wrong client ID or client secret/)
  assert.match(response.text, /<a href="\/login">Log in<\/a>/)
  assert.match(response.headers.get('set-cookie') ?? '', /^login_nonce=; Max-Age=0/)
  const mismatch = await requestCallback(service, attempt, { code: 'x', state: attempt.state }, html)
  assert.match(mismatch.text, /Log in again/)
})

test.after(() => slack.close())
test.run()
