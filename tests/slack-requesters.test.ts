import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('users who send Slack requests')

const users = async ({ sql }: SlackTestService) => {
  const rows = await sql`
    select id, email, display_name, messaging_user_id, role, is_active from users order by created_at`
  return rows.map((row) => ({ ...row })) as Record<string, unknown>[]
}

test('Slack is asked once about its workspace, and once in a while about each user', async (service) => {
  service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  for (let i = 0; i < 3; i++) await service.command('U1', 'SLA')
  assert.equal(service.slack.asked.sort(), ['auth.test', 'users.info'])
})

test('a user with a known email address keeps their account and is recognised from then on', async (service) => {
  const ada = await service.person('editor', 'ada@example.com')
  service.slack.users.set('U1', { name: 'Ada Lovelace', email: 'ADA@example.com' })
  await service.command('U1', 'add SLA -- A promise.')
  await service.command('U1', 'vote SLA')
  assert.equal(await users(service), [
    {
      id: ada.id,
      email: 'ada@example.com',
      role: 'editor',
      is_active: true,
      display_name: 'Ada Lovelace',
      messaging_user_id: 'U1',
    },
  ])
  assert.is(service.slack.callsOf('users.info').length, 1)
  const [vote] = await service.sql`select user_id from votes`
  assert.is(vote?.user_id, ada.id)
})

test('a new user becomes a viewer', async (service) => {
  service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  await service.command('U1', 'SLA')
  const [user, ...more] = await users(service)
  assert.equal(more, [])
  const { id, ...rest } = user ?? {}
  assert.equal(rest, {
    email: 'ada@example.com',
    display_name: 'Ada',
    messaging_user_id: 'U1',
    role: 'viewer',
    is_active: true,
  })
  const [event] = await service.sql`select action, actor_id from audit_events`
  assert.equal({ ...event }, { action: 'user.created', actor_id: id })
})

test('a user without an email address in Slack gets a placeholder address', async (service) => {
  service.slack.users.set('U1', { name: 'Ada' })
  await service.command('U1', 'SLA')
  assert.is((await users(service))[0]?.email, 'u1@slack.invalid')
})

test('a name or an email address that no account can have counts as absent', async (service) => {
  service.slack.users.set('U1', { name: 'A'.repeat(301), email: `${'a'.repeat(320)}@example.com` })
  const answer = await service.command('U1', 'SLA')
  assert.is(answer.status, 200)
  const [row] = await service.sql`select email, display_name from users`
  assert.equal({ ...row }, { email: 'u1@slack.invalid', display_name: null })
})

const refusals: Record<string, [email: string, confirmed: boolean, says: RegExp]> = {
  'an address that Slack has not confirmed': [
    'bob@example.com',
    false,
    /^Sorry, Slack has not verified your email address/,
  ],
  'the address of a user with another Slack ID': ['eve@example.com', true, /another/],
  'the address of an account that is deactivated': ['off@example.com', true, /deactivated/],
}

for (const [what, [email, isEmailConfirmed, says]] of Object.entries(refusals)) {
  test(`${what} does not match an existing account`, async (service) => {
    await service.person('admin', 'bob@example.com')
    await service.person('admin', 'eve@example.com')
    await service.sql`update users set messaging_user_id = 'UEVE' where email = 'eve@example.com'`
    await service.person('admin', 'off@example.com')
    await service.sql`update users set is_active = false where email = 'off@example.com'`
    service.slack.users.set('U1', { name: 'Mallory', email, isEmailConfirmed })
    const before = await users(service)
    assert.match(read(await service.command('U1', 'token mine')), says)
    assert.equal(await users(service), before)
    assert.equal([...(await service.sql`select from api_tokens`)], [])
  })
}

test('the answer waits while Slack cannot identify the user', async (service) => {
  service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  service.slack.overrides.set('users.info', [
    { status: 500 },
    { status: 429, headers: { 'retry-after': '1' } },
    { error: 'internal_error' },
  ])
  const answer = await service.command('U1', 'add SLA -- A promise.')
  assert.is(read(answer), 'Working on it. The answer will follow shortly.')
  assert.equal(await users(service), [])
  const stop = service.ctx.slack?.start()
  await eventually('it is answered', () => service.slack.responses.length > 0)
  await stop?.()
  assert.match(service.slack.responses[0]?.message.text, /^Added SLA/)
  assert.is((await users(service)).length, 1)
  assert.is((await service.sql`select from terms`).length, 1)
})

test('concurrent requests of a new user create one user', async (service) => {
  service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  service.slack.latency = 50
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  const additions = names.map((name) => service.command('U1', `add ${name} -- x`))
  for (const answer of await Promise.all(additions)) assert.match(answer.body.text, /^Added/)
  const [user, ...more] = await users(service)
  assert.equal(more, [])
  const owners = await service.sql`select distinct owner_id from terms`
  assert.equal(
    [...owners].map(({ owner_id }) => owner_id),
    [user?.id],
  )
})

test.run()
