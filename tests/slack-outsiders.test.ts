import * as assert from 'uvu/assert'
import { everything } from './support/evidence.ts'
import type { SlackUser } from './support/slack.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('people in Slack who are not members of the workspace')
const refusal = /only full members of this Slack workspace/

/** A colleague's email address in the profile of a stranger. */
const stranger = (profile: object): SlackUser => ({ name: 'Ada Lovelace', email: 'ada@example.com', profile })

/** Profiles as `users.info` returns them. */
const outsiders: Record<string, object> = {
  'a user of another workspace': { team_id: 'TELSE' },
  'a stranger in a shared channel': { is_stranger: true },
  'a guest': { is_restricted: true },
  'a single-channel guest': { is_restricted: true, is_ultra_restricted: true },
  'a bot': { is_bot: true },
  'a deleted user': { deleted: true },
}

const commands = [
  ...['SLA', 'help', 'search promise', 'list all', 'export all', 'token mine'],
  ...['add SLO -- A target.', 'vote SLA', 'dispute SLA -- Wrong.'],
]

/** Everything that an outsider could change, except their own requests and the answers to them. */
async function state(service: SlackTestService) {
  const users = await service.sql`select * from users order by id`
  const tokens = await service.sql`select id from api_tokens`
  const rows = { ...(await everything(service)), outbox: undefined }
  return { ...rows, users: [...users], tokens: [...tokens] }
}

async function openGlossary(service: SlackTestService) {
  const ada = await service.person('editor', 'ada@example.com')
  const { id } = await service.term(ada, { name: 'SLA', definition: 'A promise.' })
  return { ada, id }
}

async function assertRefused(service: SlackTestService, fields: Record<string, string> = {}) {
  const before = await state(service)
  for (const text of commands) {
    const said = read(await service.command('U1', text, fields))
    assert.match(said, refusal, text)
    assert.not.match(said, /promise/, text)
  }
  assert.equal(await state(service), before)
  assert.equal(service.slack.callsOf('chat.postMessage'), [])
}

for (const [name, profile] of Object.entries(outsiders)) {
  test(`${name} gets a refusal, no account, no token and no data, even with a linked account`, async (service) => {
    const { ada } = await openGlossary(service)
    service.slack.users.set('U1', stranger(profile))
    await assertRefused(service)
    await service.sql`update users set messaging_user_id = 'U1' where id = ${ada.id}`
    await assertRefused(service)
  })
}

test('a user whom Slack does not show to the bot is refused, but not the account of one', async (service) => {
  const { ada } = await openGlossary(service)
  service.slack.users.delete('U1')
  await assertRefused(service)
  await service.sql`update users set messaging_user_id = 'U1' where id = ${ada.id}`
  assert.match(read(await service.command('U1', 'SLA')), 'A promise.')
})

test('a command from another workspace is refused, even if Slack cannot be asked about its user', async (service) => {
  const { ada } = await openGlossary(service)
  await service.sql`update users set messaging_user_id = 'U1' where id = ${ada.id}`
  await assertRefused(service, { team_id: 'TELSE' })
})

const foreignRequests: Record<string, (service: SlackTestService, id: string) => Promise<unknown>> = {
  'a mention': ({ event }) =>
    event({ type: 'app_mention', user: 'U1', text: 'SLA', channel: 'C1', user_team: 'TELSE' }),
  'a direct message': ({ event }) =>
    event({ type: 'message', user: 'U1', text: 'SLA', channel: 'D1', channel_type: 'im', team: 'TELSE' }),
  'a button': ({ interact }, id) =>
    interact({
      type: 'block_actions',
      user: { id: 'U1', team_id: 'TELSE' },
      actions: [{ action_id: 'vote_term', value: id }],
    }),
  'a shortcut': ({ interact }) =>
    interact({
      type: 'message_action',
      user: { id: 'U1', team_id: 'TELSE' },
      callback_id: 'explain',
      message: { text: 'Our SLA' },
    }),
  'a form': ({ interact }) =>
    interact({
      type: 'view_submission',
      user: { id: 'U1', team_id: 'TELSE' },
      view: { callback_id: 'add_term', state: { values: {} } },
    }),
}

for (const [name, send] of Object.entries(foreignRequests)) {
  test(`${name} from another workspace is refused`, async (service) => {
    const { id } = await openGlossary(service)
    service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
    const before = await state(service)
    const answer = JSON.stringify([await send(service, id), await service.answers()])
    const posted = JSON.stringify([answer, service.slack.calls])
    assert.match(posted, refusal)
    assert.not.match(posted, /promise/)
    assert.equal(await state(service), before)
  })
}

test('a member of another workspace of the same Enterprise Grid is served', async (service) => {
  await openGlossary(service)
  service.slack.enterprise = 'EHOME'
  const enterprise_user = { enterprise_id: 'EHOME' }
  service.slack.users.set('U1', { name: 'Eve', profile: { team_id: 'TSISTER', enterprise_user } })
  const fields = { team_id: 'TSISTER', enterprise_id: 'EHOME' }
  assert.match(read(await service.command('U1', 'SLA', fields)), /promise/)
})

test('on an Enterprise Grid, users of other organisations are refused', async (service) => {
  await openGlossary(service)
  service.slack.enterprise = 'EHOME'
  service.slack.users.set('U1', stranger({ team_id: 'TELSE' }))
  await assertRefused(service)
  await assertRefused(service, { team_id: 'TELSE', enterprise_id: 'EELSE' })
})

test.run()
