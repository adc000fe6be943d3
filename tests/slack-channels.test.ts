import * as assert from 'uvu/assert'
import { buttonsOf, read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

const test = slackGlossary('the usual category of a channel')

test.before.each(async (service) => {
  const ada = await service.colleague('U1')
  for (const category of ['Finance', 'Operations']) {
    const { id } = await service.term(ada, { name: 'ARR', full_name: `ARR of ${category}`, category })
    if (category === 'Finance') await setStatus(service, id, 'official')
    await service.term(ada, { name: `${category} word`, category })
  }
})

/** The first meaning of ARR in a channel. */
async function firstMeaning(service: SlackTestService, channel_id = 'C1') {
  const answer = read(await service.command('U1', 'ARR', { channel_id }))
  return /ARR of (\w+)/.exec(answer)?.[1]
}

const counts = async ({ sql }: SlackTestService) =>
  (await sql`select channel_id, category_key, uses from slack_channel_categories order by 1, 2`).map(
    ({ channel_id, category_key, uses }) => [channel_id, category_key, uses],
  )

test('what was looked up in a channel decides which meaning comes first there', async (service) => {
  assert.is(await firstMeaning(service), 'Finance')
  await service.command('U1', 'operations word')
  assert.is(await firstMeaning(service), 'Finance', 'one lookup may be chance')
  await service.command('U1', 'what is an operations word?')
  assert.is(await firstMeaning(service), 'Operations')
  assert.is(await firstMeaning(service, 'C2'), 'Finance', 'other channels stay as they are')
  const event = { type: 'app_mention', user: 'U1', channel: 'C1', text: '<@UBOT> ARR' }
  await service.event(event)
  await service.sendAll()
  const [answer] = service.slack.callsOf('chat.postEphemeral')
  assert.match(JSON.stringify(answer?.args.blocks), /ARR of Operations.*ARR of Finance/)
})

test('a shared definition counts at once, because somebody chose it', async (service) => {
  const { body } = await service.command('U1', 'ARR')
  const [{ id } = { id: '' }] = await service.sql<{ id: string }[]>`
    select id from terms where full_name = 'ARR of Operations'`
  const share = buttonsOf(body).find(({ value, label }) => value === id && /Share/.test(label))
  const { label: _, ...action } = share ?? { label: '' }
  await service.interact({ type: 'block_actions', user: { id: 'U1' }, channel: { id: 'C1' }, actions: [action] })
  await service.sendAll()
  assert.equal(await counts(service), [['C1', 'operations', 2]])
  assert.is(await firstMeaning(service), 'Operations')
})

test('neither several meanings nor direct messages nor unknown names are counted', async (service) => {
  const direct = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1' }
  await service.event({ ...direct, text: 'operations word' })
  await service.sendAll()
  await service.command('U1', 'operations word', { channel_id: 'D1' })
  await service.command('U1', 'ARR')
  await service.command('U1', 'nobody knows')
  await service.term(await service.person(), { name: 'no category' })
  await service.command('U1', 'no category')
  assert.equal(await counts(service), [])
})

test('counts end at 100, so that a new subject can overtake an old one', async (service) => {
  await service.sql`
    insert into slack_channel_categories (channel_id, category_key, uses, last_used_on)
    values ('C1', 'finance', 100, current_date - 1), ('C1', 'operations', 99, current_date - 1)`
  for (let i = 0; i < 3; i++) await service.command('U1', 'operations word')
  assert.equal(await counts(service), [
    ['C1', 'finance', 100],
    ['C1', 'operations', 100],
  ])
  assert.is(await firstMeaning(service), 'Operations')
})

test('old counts and all but the highest twenty of a channel are deleted', async (service) => {
  await service.sql`
    insert into slack_channel_categories (channel_id, category_key, uses, last_used_on)
    select 'C1', 'category ' || n, n, current_date from generate_series(1, 30) as n
    union all values ('C2', 'old', 100, current_date - 91), ('C2', 'recent', 1, current_date - 90)`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'slack_channel_categories', most: 100 })
  const left = await counts(service)
  assert.equal(left.at(-1), ['C2', 'recent', 1])
  assert.equal(
    left
      .slice(0, -1)
      .map(([, , uses]) => uses)
      .sort((a, b) => Number(a) - Number(b)),
    Array.from({ length: 20 }, (_, i) => i + 11),
  )
})

test.run()
