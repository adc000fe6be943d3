import * as assert from 'uvu/assert'
import { discover as readChannels } from '../lib/jobs/discovery.ts'
import { statuses } from '../lib/schemas/term.ts'
import { asJob, channel, discover, hour, message, said, sightings, suggested } from './support/discovery.ts'
import { slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('discovery')

test('an acronym seen three times becomes a suggested term with its full name and sources', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', [
    message('The QBR (Quarterly Business Review) is on Friday', 5),
    message('slides for the QBR please', 4, 'U2'),
  ])
  channel(service, 'C2', [message('QBR moved', 3, 'U3'), message('only once: ZYX', 2)], false)
  const run = await discover(service, admin)
  assert.equal(
    [run.status, run.error, run.progress],
    ['completed', null, { channels: 2, channels_done: 2, messages: 4, suggested: 1 }],
  )
  const [term, ...others] = await suggested(service, admin)
  assert.equal(others, [])
  assert.equal(
    [term.name, term.full_name, term.status, term.source, term.owner],
    ['QBR', 'Quarterly Business Review', 'suggested', 'discovery', null],
  )
  assert.is(term.definition, '')
  const { body } = await service.request('GET', '/api/v1/review', { as: admin })
  assert.match(body[0].evidence.examples[0], 'https://the-tests.slack.com/archives/C')
  assert.is(service.slack.callsOf('conversations.join').length, 1)
})

test('sightings add up over several runs, and no message counts twice', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', [message('about QBR', 5)])
  await discover(service, admin)
  await discover(service, admin)
  await discover(service, admin)
  assert.equal(await suggested(service, admin), [])
  for (const hours of [1, 2]) {
    service.clock.now = new Date(Date.now() + (hours + 0.5) * hour * 1000)
    channel(service, 'C1', [message('QBR again', -hours)])
    await discover(service, admin)
  }
  assert.equal(await sightings(service), { QBR: 3 })
  assert.is((await suggested(service, admin)).length, 1)
})

test('a suggestion that an editor deletes never comes back', async (service) => {
  const admin = await service.person('admin')
  channel(
    service,
    'C1',
    [1, 2, 3].map((at) => message('QBR', at)),
  )
  await discover(service, admin)
  const [{ id }] = await suggested(service, admin)
  await service.request('DELETE', `/api/v1/terms/${id}`, { as: await service.person('editor') })
  service.clock.now = new Date(Date.now() + 60_000)
  channel(
    service,
    'C1',
    [1, 2, 3].map(() => message('QBR', 0)),
  )
  assert.is((await discover(service, admin)).status, 'completed')
  assert.equal(await suggested(service, admin), [])
})

test('a run after a failed one continues where that one stopped', async (service) => {
  const admin = await service.person('admin')
  channel(
    service,
    'C1',
    Array.from({ length: 450 }, (_, i) => message('QBR', i + 1)),
  )
  service.slack.overrides.set('conversations.history', [
    { status: 429, headers: { 'retry-after': '1' } },
    { delay: 0 },
    { status: 500 },
    { delay: 0 },
    { error: 'missing_scope' },
  ])
  const failed = await discover(service, admin)
  assert.is(failed.status, 'failed')
  assert.match(failed.error, 'missing_scope')
  assert.is(failed.progress.messages, 400)
  channel(service, 'C1', [message('QBR, written since', 0)])
  const completed = await discover(service, admin)
  assert.is(completed.status, 'completed')
  assert.is(completed.progress.messages, 51)
  assert.equal(await sightings(service), { QBR: 451 })
})

test('a missing permission fails a run with a clear error', async (service) => {
  const admin = await service.person('admin')
  service.slack.overrides.set('conversations.list', [{ error: 'missing_scope' }])
  const { status, error } = await discover(service, admin)
  assert.is(status, 'failed')
  assert.match(error, /^Slack refused: missing_scope \(the app lacks a permission; .+\)\. The next run/)
})

test('repeated errors end a run', async (service) => {
  const admin = await service.person('admin')
  service.slack.overrides.set('auth.test', Array(5).fill({ status: 500 }))
  const { status, error } = await discover(service, admin)
  assert.equal([status, error], ['failed', 'Slack refused: http_500. The next run will resume from here.'])
  assert.equal(service.slack.overrides.get('auth.test'), [])
})

test('a channel that cannot be read is skipped', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR', 'QBR', 'QBR'), false)
  channel(service, 'C2', said('QBR', 'QBR', 'QBR'))
  service.slack.overrides.set('conversations.join', [{ error: 'is_archived' }])
  const run = await discover(service, admin)
  assert.equal([run.status, run.progress.channels_done], ['completed', 2])
  assert.equal(await sightings(service), { QBR: 3 })
  assert.match(service.logs.join(''), 'skipped a channel that cannot be read')
})

test('messages of apps, of Slack and in threads do not count', async (service) => {
  const { slack } = service
  const admin = await service.person('admin')
  channel(service, 'C1', [
    { ...message('QBR', 1), bot_id: 'B1' },
    { ...message('QBR', 2), thread_ts: '1.1', subtype: 'thread_broadcast' },
    { ...message('QBR has joined the channel', 3), subtype: 'channel_join' },
  ])
  const run = await discover(service, admin)
  assert.is(run.progress.messages, 3)
  assert.equal(await sightings(service), { QBR: 1 })
  assert.equal(slack.callsOf('conversations.replies'), [])
  assert.is((await discover(service, admin)).progress.messages, 0)
})

test('messages without a user count', async (service) => {
  const admin = await service.person('admin')
  for (const at of [3, 2, 1]) {
    channel(service, 'C1', [{ ...message('QBR', at), user: undefined }])
    assert.is((await discover(service, admin)).status, 'completed')
  }
  const { body } = await service.request('GET', '/api/v1/review', { as: admin })
  const { sightings, people, channels } = body[0].evidence
  assert.equal([sightings, people, channels], [3, 0, ['c1']])
})

test('a setting defines how far back the first run reads', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', [message('ABX', 24 * 89), message('CDX', 24 * 91)])
  await discover(service, admin)
  assert.equal(await sightings(service), { ABX: 1 })
})

test('a setting defines how often an acronym is seen before it is suggested', async (service) => {
  const { ctx } = service
  const admin = await service.person('admin')
  channel(service, 'C1', said('ABX CDX', 'ABX', 'ABX CDX', 'ABX'))
  const settings = { ...ctx.settings, discoveryMinOccurrences: 4 }
  const progress = await readChannels(asJob({ ...ctx, settings }))
  assert.is(progress.suggested, 1)
  const [{ name }] = await suggested(service, admin)
  assert.is(name, 'ABX')
})

for (const status of statuses) {
  test(`a term that is ${status} is not suggested again, ignoring case`, async (service) => {
    const admin = await service.person('admin')
    const { id } = await service.term(admin, { name: 'Qbr', category: 'Meetings' })
    await service.sql`update terms set status = ${status} where id = ${id}`
    channel(service, 'C1', said('QBR', 'QBR', 'QBR'))
    assert.is((await discover(service, admin)).progress.suggested, 0)
  })
}

test('a deleted term that was not a suggestion can be suggested once', async (service) => {
  const admin = await service.person('admin')
  const { id } = await service.term(admin, { name: 'QBR' })
  channel(service, 'C1', said('QBR', 'QBR', 'QBR'))
  await discover(service, admin)
  await service.request('DELETE', `/api/v1/terms/${id}`, { as: admin })
  assert.is((await discover(service, admin)).progress.suggested, 1)
  const [suggestion] = await suggested(service, admin)
  await service.request('POST', `/api/v1/terms/${suggestion.id}/vote`, { as: admin })
  await service.request('DELETE', `/api/v1/terms/${suggestion.id}`, { as: admin })
  assert.is((await discover(service, admin)).progress.suggested, 0)
})

test('two concurrent runs, which only a lost connection can cause, count messages once', async (service) => {
  const { ctx, slack } = service
  channel(service, 'C1', said(...Array(900).fill('QBR')))
  slack.latency = 5
  const ends = await Promise.allSettled([1, 2].map(() => readChannels(asJob(ctx))))
  assert.ok(ends.some(({ status }) => status === 'fulfilled'))
  for (const end of ends) {
    if (end.status === 'rejected') assert.is(end.reason.message, 'Another run is reading the same channels.')
  }
  assert.equal(await sightings(service), { QBR: 900 })
})

test.run()
