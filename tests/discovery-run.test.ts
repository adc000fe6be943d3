import * as assert from 'uvu/assert'
import type { SlackMessage } from './support/slack.ts'
import { type SlackWorld, slackGlossary } from './support/slack-world.ts'
import type { Person } from './support/world.ts'

const test = slackGlossary('discovery')

const hour = 3600
const now = () => Math.floor(Date.now() / 1000)

/** A message of so many hours ago. */
let serial = 0
const message = (text: string, hoursAgo: number, user = 'U1'): SlackMessage => ({
  ts: `${now() - hoursAgo * hour}.${String(++serial).padStart(6, '0')}`,
  text,
  user,
  type: 'message',
})

/** Puts messages into a channel, newest first as Slack has them. */
function channel({ slack }: SlackWorld, id: string, messages: SlackMessage[], isMember = true) {
  const known = slack.channels.find((each) => each.id === id)
  const target = known ?? { id, name: id.toLowerCase(), isMember, messages: [] }
  if (!known) slack.channels.push(target)
  target.messages = [...target.messages, ...messages].sort((a, b) => Number(b.ts) - Number(a.ts))
  return target
}

/** Runs the job by hand and waits for its end. */
async function discover(world: SlackWorld, as: Person) {
  const { status, body } = await world.request('POST', '/api/v1/admin/jobs/discovery/run', { as })
  assert.is(status, 202)
  await world.ctx.background.settle()
  const { body: runs } = await world.request('GET', '/api/v1/admin/jobs', { as })
  return runs.find(({ id }: { id: string }) => id === body.id)
}

const suggested = async ({ request }: SlackWorld, as: Person) =>
  (await request('GET', '/api/v1/terms?status=suggested', { as })).body.items

test('what is seen three times becomes a suggested term, with what is known of it', async (world) => {
  const admin = await world.person('admin')
  channel(world, 'C1', [
    message('The QBR (Quarterly Business Review) is on Friday', 5),
    message('slides for the QBR please', 4, 'U2'),
  ])
  channel(world, 'C2', [message('QBR moved', 3, 'U3'), message('only once: ZYX', 2)], false)
  const run = await discover(world, admin)
  assert.equal(
    [run.status, run.error, run.progress],
    ['completed', null, { channels: 2, channels_done: 2, messages: 4, suggested: 1 }],
  )
  const [term, ...others] = await suggested(world, admin)
  assert.equal(others, [])
  assert.equal(
    [term.name, term.full_name, term.status, term.source, term.owner],
    ['QBR', 'Quarterly Business Review', 'suggested', 'discovery', null],
  )
  assert.match(term.definition, 'https://the-tests.slack.com/archives/C')
  assert.is(world.slack.callsOf('conversations.join').length, 1)
})

test('sightings add up over runs, and no message counts twice', async (world) => {
  const admin = await world.person('admin')
  channel(world, 'C1', [message('about QBR', 5)])
  await discover(world, admin)
  await discover(world, admin)
  await discover(world, admin)
  assert.equal(await suggested(world, admin), [])
  for (const hours of [1, 2]) {
    world.clock.now = new Date(Date.now() + (hours + 0.5) * hour * 1000)
    channel(world, 'C1', [message('QBR again', -hours)])
    await discover(world, admin)
  }
  const rows = await world.sql`select acronym, sightings from discovery_sightings`
  assert.equal([...rows], [{ acronym: 'QBR', sightings: 3 }])
  assert.is((await suggested(world, admin)).length, 1)
})

test('a suggestion that an editor deletes never comes back', async (world) => {
  const admin = await world.person('admin')
  channel(
    world,
    'C1',
    [1, 2, 3].map((at) => message('QBR', at)),
  )
  await discover(world, admin)
  const [{ id }] = await suggested(world, admin)
  await world.request('DELETE', `/api/v1/terms/${id}`, { as: await world.person('editor') })
  world.clock.now = new Date(Date.now() + 60_000)
  channel(
    world,
    'C1',
    [1, 2, 3].map(() => message('QBR', 0)),
  )
  assert.is((await discover(world, admin)).status, 'completed')
  assert.equal(await suggested(world, admin), [])
})

test('a run that fails goes on where it stopped', async (world) => {
  const admin = await world.person('admin')
  channel(
    world,
    'C1',
    Array.from({ length: 450 }, (_, i) => message('QBR', i + 1)),
  )
  world.slack.mishaps.set('conversations.history', [
    { status: 429, headers: { 'retry-after': '1' } },
    { delay: 0 },
    { status: 500 },
    { delay: 0 },
    { error: 'missing_scope' },
  ])
  const failed = await discover(world, admin)
  assert.is(failed.status, 'failed')
  assert.match(failed.error, 'missing_scope')
  assert.is(failed.progress.messages, 400)
  const completed = await discover(world, admin)
  assert.is(completed.status, 'completed')
  assert.is(completed.progress.messages, 50)
  const rows = await world.sql`select sightings from discovery_sightings`
  assert.equal([...rows], [{ sightings: 450 }])
})

test.run()
