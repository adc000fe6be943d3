import * as assert from 'uvu/assert'
import { textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('messages in Slack')
test.before.each(async (service) => {
  const ada = await service.colleague('U1')
  await service.term(ada, { name: 'SLA', full_name: 'Service Level Agreement' })
  await service.term(ada, { name: 'error budget', definition: 'What may go wrong.' })
})

const mention = { type: 'app_mention', user: 'U1', channel: 'C1', text: '<@UBOT> SLA', ts: '1.1' }
const direct = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', text: 'sla' }

/** The messages posted to conversations, in order. */
async function posted(service: SlackTestService) {
  await service.sendAll()
  return service.slack
    .posts()
    .filter(({ method }) => method.startsWith('chat.'))
    .map(({ method, args: { blocks: _, text: __, unfurl_links: ___, ...args } }) => ({ method, ...args }))
}

test('a mention is answered in the channel, visible only to its author', async (service) => {
  const answer = await service.event(mention)
  assert.is(answer.status, 200)
  assert.is(answer.text, '')
  assert.equal(await posted(service), [{ method: 'chat.postEphemeral', channel: 'C1', user: 'U1' }])
  const [call] = service.slack.posts()
  assert.match(textOf(call?.args as never), '*SLA* (Service Level Agreement)')
})

test('a direct message that has only blocks or attachments is answered by what they say', async (service) => {
  const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'SLA' }] }]
  for (const content of [
    { blocks: [{ type: 'rich_text', elements }] },
    { text: ' ', attachments: [{ text: 'SLA' }] },
    { text: null, blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'what is sla?' } }] },
  ]) {
    const { text: _, ...message } = direct
    await service.event({ ...message, ...content })
    await service.sendAll()
    assert.match(textOf(service.slack.posts().at(-1)?.args as never), '*SLA* (Service Level Agreement)')
  }
})

test('a mention in a thread is answered in the thread', async (service) => {
  await service.event({ ...mention, thread_ts: '1.0' })
  assert.equal(await posted(service), [{ method: 'chat.postEphemeral', channel: 'C1', user: 'U1', thread_ts: '1.0' }])
})

test('what is pressed or explained in a thread is answered in the thread', async (service) => {
  const user = { id: 'U1' }
  const place = { user, channel: { id: 'C1' } }
  const actions = [{ action_id: 'define_term.0', value: 'SLA' }]
  const inThread = { message_ts: '1.2', thread_ts: '1.0' }
  const message = { text: 'SLA', ts: '1.2', thread_ts: '1.0' }
  const explain = { type: 'message_action', callback_id: 'explain_jargon', ...place }
  const threads: unknown[] = []
  for (const payload of [
    { type: 'block_actions', ...place, actions, container: inThread },
    { ...explain, message },
    { ...explain, message: { ...message, ts: '1.0' } },
  ]) {
    await service.interact(payload)
    threads.push(((await service.answers()).at(-1) as { thread_ts?: string }).thread_ts)
  }
  assert.equal(threads, ['1.0', '1.0', undefined])
})

test('in direct messages the bot answers every message of a person', async (service) => {
  const subtypes = [undefined, 'file_share', 'me_message', 'thread_broadcast']
  for (const subtype of subtypes) await service.event({ ...direct, subtype })
  const answer = { method: 'chat.postMessage', channel: 'D1' }
  assert.equal(await posted(service), Array(subtypes.length).fill(answer))
})

test('a mention accepts every command', async (service) => {
  const text = 'add SLO &lt;new&gt; -- See <https://wiki.example/slo> <@UBOT>'
  await service.event({ ...mention, text })
  await service.sendAll()
  const [term] = await service.sql`select name, definition from terms where name like 'SLO%'`
  assert.equal({ ...term }, { name: 'SLO <new>', definition: 'See https://wiki.example/slo' })
})

const ignored: Record<string, object> = {
  'its own messages': { ...direct, bot_id: 'B1' },
  'messages of other bots': { ...mention, bot_id: 'B2' },
  'edited messages': { ...direct, subtype: 'message_changed' },
  'messages in channels that do not mention it': { ...direct, channel_type: 'channel' },
  'messages without a user': { ...direct, user: undefined },
}

test('the bot ignores everything else and does not store it', async (service) => {
  for (const [what, event] of Object.entries(ignored)) {
    const answer = await service.event({ ...event, text: 'Your token: glo_abc' })
    assert.is(answer.status, 200, what)
  }
  assert.equal(await posted(service), [])
  assert.equal([...(await service.sql`select from slack_deliveries`)], [])
})

test.run()
