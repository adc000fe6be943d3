import * as assert from 'uvu/assert'
import { bearer } from './support/credentials.ts'
import { auditOf } from './support/evidence.ts'
import { read, type Sent, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('API tokens through Slack')
test.before.each(async (service) => void (await service.colleague('U1', 'editor')))

const tokenIn = (text: string) => /glo_[\w-]{43}/.exec(text)?.[0] ?? ''

/** The direct messages that contain a token. */
const delivered = ({ slack }: SlackTestService) =>
  slack.callsOf('chat.postMessage').map(({ args }) => args as unknown as Sent & { channel: string })

test('a token is sent only in a direct message', async (service) => {
  const answer = await service.command('U1', 'token my &lt;!channel&gt;  script')
  assert.is(
    read(answer),
    "I sent you the token *my &lt;!channel&gt; script* in a direct message. Copy it now; you won't see it again.",
  )
  const [message, ...more] = delivered(service)
  assert.equal(more, [])
  assert.is(message?.channel, 'U1')
  const token = tokenIn(message?.text ?? '')
  assert.ok(token)
  assert.match(textOf(message as Sent), `\`\`\`${token}\`\`\``)
  assert.match(textOf(message as Sent), '*my &lt;!channel&gt; script*')
  assert.not.match(answer.text, token)
  assert.not.match(service.logs.join(''), token)
  assert.equal(await service.answers(), [])
})

test('a token has the scope read and the identity of its owner', async (service) => {
  await service.command('U1', 'token mine')
  const headers = bearer(tokenIn(delivered(service)[0]?.text ?? ''))
  const me = await service.request('GET', '/api/v1/me', { headers })
  assert.is(me.body.messaging_user_id, 'U1')
  assert.is((await service.request('GET', '/api/v1/terms', { headers })).status, 200)
  const body = { name: 'SLA', definition: 'A promise.' }
  assert.is((await service.request('POST', '/api/v1/terms', { headers, body })).status, 403)
  const [stored] = await service.sql`select name, scopes from api_tokens`
  assert.equal({ ...stored }, { name: 'mine', scopes: ['read'] })
})

for (const [what, override] of [
  ['refuses', { error: 'messages_tab_disabled' }],
  ['fails', { status: 500 }],
  ['is busy', { status: 429, headers: { 'retry-after': '30' } }],
] as const) {
  test(`if Slack ${what}, the token is revoked and its owner told`, async (service) => {
    service.slack.overrides.set('chat.postMessage', [override])
    const said = read(await service.command('U1', 'token mine'))
    assert.match(said, /^I could not send you a direct message.*the token was revoked/)
    await assertRevoked(service)
  })
}

test('if Slack cannot be reached, the token is revoked', async (service) => {
  await service.command('U1', 'help') // Slack identifies the workspace
  await service.slack.close()
  assert.match(read(await service.command('U1', 'token mine')), /\(unreachable\).*was revoked/)
  await assertRevoked(service)
})

async function assertRevoked(service: SlackTestService) {
  const [token] = await service.sql`
    select target_id as id from audit_events where action = 'token.created'`
  assert.equal(await auditOf(service, token?.id), ['token.created', 'token.revoked'])
  assert.equal([...(await service.sql`select from api_tokens`)], [])
}

test('a name that is too long is refused with a reason, and no token is created', async (service) => {
  const said = read(await service.command('U1', `token ${'x'.repeat(101)}`))
  assert.is(said, 'name must be 1 to 100 characters long.')
  assert.equal([...(await service.sql`select from api_tokens`)], [])
  assert.equal(delivered(service), [])
})

test.run()
