import * as assert from 'uvu/assert'
import type { JobContext } from '../../lib/jobs/job.ts'
import type { SlackMessage } from './slack.ts'
import type { SlackTestService } from './slack-service.ts'
import type { Person } from './test-service.ts'

export const hour = 3600
const now = () => Math.floor(Date.now() / 1000)

let serial = 0

/** A message sent the given number of hours ago. */
export const message = (text: string, hoursAgo: number, user = 'U1'): SlackMessage => ({
  ts: `${now() - hoursAgo * hour}.${String(++serial).padStart(6, '0')}`,
  text,
  user,
  type: 'message',
})

/** Messages of the last hours, newest first. */
export const said = (...texts: string[]) => texts.map((text, i) => message(text, i + 1))

/** Adds messages to a channel, newest first as in Slack. */
export function channel({ slack }: SlackTestService, id: string, messages: SlackMessage[], isMember = true) {
  const known = slack.channels.find((each) => each.id === id)
  const target = known ?? { id, name: id.toLowerCase(), isMember, messages: [] }
  if (!known) slack.channels.push(target)
  target.messages = [...target.messages, ...messages].sort((a, b) => Number(b.ts) - Number(a.ts))
  return target
}

/** Runs the job and waits for its end. */
export async function discover(service: SlackTestService, as: Person) {
  const { status, body } = await service.request('POST', '/api/v1/admin/jobs/discovery/run', { as })
  assert.is(status, 202)
  await service.ctx.background.settle()
  const { body: runs } = await service.request('GET', '/api/v1/admin/jobs', { as })
  const run = runs.find(({ id }: { id: string }) => id === body.id)
  assert.not.match(String(run.error), 'An unexpected error', service.logs.join(''))
  return run
}

/** The job's dependencies, without progress reports. */
export const asJob = (ctx: SlackTestService['ctx']): JobContext => ({
  ...ctx,
  slack: ctx.slack?.channels ?? null,
  signal: ctx.background.signal,
  report: () => Promise.resolve(),
})

/** The number of messages that mention each acronym, as counted by discovery. */
export async function sightings({ sql }: SlackTestService) {
  const rows = await sql<{ acronym: string; sightings: number }[]>`
    select acronym, sum(sightings)::integer as sightings from discovery_sightings group by acronym`
  return Object.fromEntries(rows.map(({ acronym, sightings }) => [acronym, sightings]))
}

export const suggested = async ({ request }: SlackTestService, as: Person) =>
  (await request('GET', '/api/v1/terms?status=suggested', { as })).body.items
