import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type postgres from 'postgres'
import * as assert from 'uvu/assert'
import { discover as readChannels } from '../lib/jobs/discovery.ts'
import { asJob } from './support/discovery.ts'
import { eventually } from './support/eventually.ts'
import type { ResponseOverride } from './support/slack.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { buildWorkspace, suggestions } from './support/slack-workspace.ts'
import type { Person } from './support/test-service.ts'
import { isWhole } from './support/weekly-sample.ts'

const test = slackGlossary('discovery in 40 channels')

async function start(service: SlackTestService, as: Person) {
  const { status } = await service.request('POST', '/api/v1/admin/jobs/discovery/run', { as })
  assert.is(status, 202)
}

/** The latest run. */
async function latest({ request }: SlackTestService, as: Person) {
  const [run] = (await request('GET', '/api/v1/admin/jobs?limit=1', { as })).body
  return run
}

async function discover(service: SlackTestService, as: Person) {
  await start(service, as)
  await service.ctx.background.settle()
  return latest(service, as)
}

/** The number of messages that mention each acronym, as counted by discovery. */
async function counted(sql: postgres.Sql): Promise<Record<string, number>> {
  const rows = await sql<{ acronym: string; sightings: number }[]>`
    select acronym, sum(sightings)::integer as sightings from discovery_sightings group by acronym`
  return Object.fromEntries(rows.map(({ acronym, sightings }) => [acronym, sightings]))
}

const fine: ResponseOverride = { delay: 0 }
const busy: ResponseOverride = { status: 429, headers: { 'retry-after': '1' } }
const broken: ResponseOverride = { status: 500 }
const times = (count: number, override: ResponseOverride) => Array.from({ length: count }, () => override)

test('discovery finds exactly the planted acronyms in thousands of messages, despite faults of Slack', async (service) => {
  const { slack, sql } = service
  const admin = await service.person('admin')
  const { channels, sightings, messages } = buildWorkspace({ messages: isWhole ? 10_000 : 2000 })
  slack.channels.push(...channels)
  slack.overrides.set('conversations.list', [busy])
  slack.overrides.set('conversations.join', [...times(3, fine), busy])
  const overrides = [...times(9, fine), busy, ...times(20, fine), broken, broken, fine, busy]
  slack.overrides.set('conversations.history', overrides)

  const run = await discover(service, admin)
  assert.equal([run.status, run.error], ['completed', null])
  assert.equal(run.progress, { channels: 40, channels_done: 40, messages, suggested: suggestions.length })
  assert.equal(await counted(sql), sightings)
  assert.equal([...slack.overrides.values()].flat(), [], 'all that could go wrong went wrong')

  const { items } = (await service.request('GET', '/api/v1/terms?limit=500', { as: admin })).body
  const found = items.map(({ name, full_name, status }: Record<string, unknown>) => [...[name, full_name, status]])
  const expected = suggestions.map(([name, full_name]) => [name, full_name, 'suggested'])
  assert.equal(found.sort(), expected.sort())

  const again = await discover(service, admin)
  assert.equal(
    [again.status, again.progress],
    ['completed', { channels: 40, channels_done: 40, messages: 0, suggested: 0 }],
  )
  assert.equal(await counted(sql), sightings)
})

test('only public, active channels are read, and no text is stored but what suggestions quote', async (service) => {
  const { slack, sql } = service
  const admin = await service.person('admin')
  const { channels } = buildWorkspace({ messages: 2000 })
  slack.channels.push(...channels)
  const outside = channels.filter(({ isMember }) => !isMember).map(({ id }) => id)
  assert.is((await discover(service, admin)).status, 'completed')

  const asked = (method: string) => slack.callsOf(method).map(({ args }) => String(args.channel))
  const open = channels.filter((each) => !each.isArchived && !each.isPrivate).map(({ id }) => id)
  assert.equal([...new Set(asked('conversations.history'))].sort(), open)
  assert.equal(asked('conversations.join'), outside)
  const pages = slack.callsOf('conversations.list').map(({ args }) => args)
  assert.ok(pages.every((args) => args.types === 'public_channel'))

  const [{ rows = '' } = {}] = await sql<{ rows: string }[]>`
    select concat(
      (select jsonb_agg(c) from discovery_channels c),
      (select jsonb_agg(to_jsonb(s) - 'quote') from discovery_sightings s),
      (select jsonb_agg(e) from discovery_expansions e),
      (select jsonb_agg(t) from terms t),
      (select jsonb_agg(j) from job_runs j)
    ) as rows`
  assert.match(rows, 'Quarterly Business Review')
  assert.not.match(rows, /who owns|it is late|nothing else|zealous/i)
  assert.not.match(service.logs.join(''), /who owns|it is late|nothing else|zealous/i)
})

test('a run shows its progress while it runs', async (service) => {
  const { slack } = service
  const admin = await service.person('admin')
  slack.channels.push(...buildWorkspace({ messages: 2000 }).channels)
  slack.latency = 20
  await start(service, admin)
  await eventually('some channels are done, others are not', async () => {
    const { status, progress, started_at, completed_at } = await latest(service, admin)
    const { channels, channels_done, messages } = progress
    return (
      status === 'running' &&
      started_at !== null &&
      completed_at === null &&
      channels === 40 &&
      channels_done > 2 &&
      channels_done < 40 &&
      messages === channels_done * 50
    )
  })
  slack.latency = 0
  await service.ctx.background.settle()
  assert.is((await latest(service, admin)).status, 'completed')
})

test('memory holds no more than one page of messages', async ({ ctx, slack }) => {
  const { channels } = buildWorkspace({ messages: isWhole ? 3000 : 1600, padding: 8000 })
  const length = channels.reduce((sum, { messages }) => messages.reduce((so, { text }) => so + text.length, sum), 0)
  assert.ok(length > 12e6)
  slack.channels.push(...channels)
  const held: number[] = []
  let reports = 0
  // With every fifth report, as it takes longer than to read a page.
  const report = async () => void (reports++ % 5 === 0 && held.push(heap()))
  const { channels_done } = await readChannels({ ...asJob(ctx), report })
  assert.is(channels_done, 40)
  assert.ok(held.length > 10, `${held.length} samples`)
  // What tests before have left may be collected meanwhile.
  const growth = Math.max(...held) - (held[0] ?? 0)
  assert.ok(growth < length / 2.4, `it grew by ${growth} bytes`)
})

/** The heap size in bytes after garbage collection. */
function heap() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test.run()
