import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkIdToken } from '../lib/identity/id-token.ts'
import { parseProfile, parseTokens } from '../lib/identity/slack-openid.ts'
import { Problem } from '../lib/problem.ts'
import { ada, clientId, idToken, tokens } from './support/slack-identity.ts'

// Tables of responses and what they are parsed to. slack-login-network.test.ts tests the requests.
const test = suite('responses of an identity provider')

/** Returns the result of a function, or the code of the problem that it throws. */
function outcome<Result>(parse: () => Result): Result | string {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Problem) return error.members.code ?? error.code
    throw error
  }
}

const json = (value: unknown) => JSON.stringify(value)
const unreachable = 'idp_unreachable'

/** Responses that both functions reject. */
const rejected: [status: number, text: string, code: string][] = [
  [200, json({ ok: false, error: 'invalid_code' }), 'invalid_code'],
  [200, json({ ok: false, error: 'bad_client_secret' }), 'invalid_client'],
  [200, json({ ok: false, error: 'invalid_client_id' }), 'invalid_client'],
  [200, json({ ok: false, error: 'bad_redirect_uri' }), 'redirect_uri_mismatch'],
  [200, json({ ok: false, error: 'Not a code!' }), 'login_failed'],
  [200, json({ ok: false, error: { code: 7 } }), 'login_failed'],
  [200, json({ ok: false }), 'login_failed'],
  [200, json({ error: 'invalid_grant' }), 'invalid_grant'],
  [400, json({ error: 'invalid_grant', error_description: 'Expired.' }), 'invalid_grant'],
  [401, json({ error: 'invalid_client' }), 'invalid_client'],
  [400, json({ error: 'redirect_uri_mismatch' }), 'redirect_uri_mismatch'],
  [429, json({ ok: false, error: 'ratelimited' }), 'ratelimited'],
  [403, json({}), 'login_failed'],
  [500, json({ error: 'server_error' }), unreachable],
  [503, json({ ok: true, access_token: 'x', sub: 'U0ADA' }), unreachable],
  [500, '', unreachable],
  [200, '', unreachable],
  [200, '<html>Down for maintenance</html>', unreachable],
  [404, '<html>Not found</html>', unreachable],
  [200, '{"ok": true', unreachable],
  [200, 'null', unreachable],
  [200, '"ok"', unreachable],
  [200, '7', unreachable],
]

for (const [name, parse] of Object.entries({ parseTokens, parseProfile })) {
  test(`${name}() recognises every kind of error response`, () => {
    for (const [status, text, code] of rejected) {
      assert.is(
        outcome(() => parse({ status, text })),
        code,
        `${status} ${text}`,
      )
    }
  })
}

test('parseTokens() accepts valid tokens only', () => {
  const token = 'xoxp-1'
  const table: [response: object, result: unknown][] = [
    [tokens('a.b.c'), { accessToken: 'xoxp-access-token-of-the-tests', idToken: 'a.b.c' }],
    [{ access_token: token }, { accessToken: token, idToken: null }],
    [
      { access_token: token, id_token: null },
      { accessToken: token, idToken: null },
    ],
    [
      { access_token: token, token_type: 'bearer' },
      { accessToken: token, idToken: null },
    ],
    [{ access_token: token, token_type: 'DPoP' }, unreachable],
    [{ ok: true }, unreachable],
    [{ access_token: '' }, unreachable],
    [{ access_token: 7 }, unreachable],
    [{ access_token: 'two words' }, unreachable],
    [{ access_token: 'line\r\nbreak' }, unreachable],
    [{ access_token: 'ümlaut' }, unreachable],
    [{ access_token: token, id_token: {} }, unreachable],
    [[], unreachable],
  ]
  for (const [response, result] of table) {
    assert.equal(
      outcome(() => parseTokens({ status: 200, text: json(response) })),
      result,
      json(response),
    )
  }
})

test('parseProfile() accepts valid profiles only', () => {
  const known = {
    subject: 'U0ADA',
    messagingUserId: 'U0ADA',
    email: 'ada@example.com',
    isEmailVerified: true,
    displayName: 'Ada Example',
  }
  const none = { ...known, email: null, displayName: null }
  const table: [response: object, result: unknown][] = [
    [ada, known],
    [
      { ...ada, 'https://slack.com/user_id': 'W0ENT' },
      { ...known, messagingUserId: 'W0ENT' },
    ],
    [{ ...ada, 'https://slack.com/user_id': null }, known],
    [
      { ...ada, email_verified: false },
      { ...known, isEmailVerified: false },
    ],
    [
      { ...ada, email_verified: 'false' },
      { ...known, isEmailVerified: false },
    ],
    [{ ...ada, email_verified: 'true' }, known],
    [{ sub: 'U0ADA' }, none],
    [{ sub: 'U0ADA', email: 'a@b@c', name: '\n' }, none],
    [{ ...ada, sub: undefined }, unreachable],
    [{ ...ada, sub: '' }, unreachable],
    [{ ...ada, sub: 7 }, unreachable],
    [{ ...ada, sub: 'x'.repeat(101) }, unreachable],
    [{ ...ada, sub: 'U\0' }, unreachable],
    [{ ...ada, 'https://slack.com/user_id': '' }, unreachable],
    [{ ...ada, email: ['ada@example.com'] }, unreachable],
    [{ ...ada, email_verified: 0 }, unreachable],
  ]
  for (const [response, result] of table) {
    assert.equal(
      outcome(() => parseProfile({ status: 200, text: json(response) })),
      result,
      json(response),
    )
  }
})

test('an id_token must belong to this login', () => {
  const now = new Date('2026-05-04T12:00:00Z')
  const seconds = now.getTime() / 1000
  const right = { aud: clientId, exp: seconds + 300, nonce: 'a nonce', sub: 'U0ADA' }
  const table: [claims: Record<string, unknown>, invalid: string | null][] = [
    [{}, null],
    [{ aud: ['another', clientId] }, null],
    [{ exp: seconds - 59 }, null],
    [{ exp: seconds - 60 }, 'exp'],
    [{ exp: undefined }, 'exp'],
    [{ aud: 'another' }, 'aud'],
    [{ aud: [] }, 'aud'],
    [{ aud: undefined }, 'aud'],
    [{ aud: `${clientId}0` }, 'aud'],
    [{ nonce: 'another' }, 'nonce'],
    [{ nonce: undefined }, 'nonce'],
    [{ sub: 'U0BOB' }, 'sub'],
    [{ sub: undefined, nonce: '' }, 'nonce, sub'],
  ]
  const expected = { clientId, nonce: right.nonce, subject: right.sub }
  for (const [claims, invalid] of table) {
    const check = () => checkIdToken(idToken({ ...right, ...claims }), expected, now)
    if (invalid === null) check()
    else assert.throws(check, new RegExp(`\\(invalid claims: ${invalid}\\)`), json(claims))
  }
  for (const nonsense of ['', 'x', 'a.b', 'a.b.c', `${idToken(right)}.x`]) {
    assert.is(
      outcome(() => checkIdToken(nonsense, expected, now)),
      'invalid_id_token',
    )
  }
})

test.run()
