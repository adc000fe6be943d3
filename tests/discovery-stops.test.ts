import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { kill, servers } from './support/servers.ts'
import { botToken, signingSecret, startSlack } from './support/slack.ts'
import { buildWorkspace, suggestions } from './support/slack-workspace.ts'

const test = servers('discovery that is stopped')

// A time zone in which it is not 02:00 now, when the schedule would start a run of its own.
const timezone = new Date().getUTCHours() < 12 ? 'Etc/GMT-8' : 'Etc/GMT+8'

test('a run continues after a stop or crash, and nothing counts twice', async (use) => {
  const slack = await startSlack()
  const { channels, sightings, messages } = buildWorkspace()
  slack.channels.push(...channels)
  slack.latency = 15
  const url = await use.database()
  const sql = postgres(url, { max: 1 })
  const env = {
    SERVICE_DATABASE_URL: url,
    SERVICE_DEV_MODE: 'true',
    SERVICE_ADMIN_EMAILS: 'admin@example.com',
    SERVICE_SLACK_API_URL: slack.apiUrl,
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
    SERVICE_TIMEZONE: timezone,
  }

  /** Starts a server and a discovery run. */
  async function discover() {
    const server = await use.start(env)
    const login = await fetch(`${server.url}/auth/dev/login?email=admin@example.com`, { redirect: 'manual' })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const started = await fetch(`${server.url}/api/v1/admin/jobs/discovery/run`, {
      method: 'POST',
      headers: { cookie },
    })
    assert.is(started.status, 202)
    return server
  }
  const pages = () => slack.callsOf('conversations.history').length
  async function readMore(count: number) {
    const before = pages()
    await eventually('more pages are read', () => pages() >= before + count)
  }

  const stopped = await discover()
  await readMore(20)
  assert.is(await stopped.stop('SIGTERM'), 0)
  const killed = await discover()
  await readMore(25)
  await kill(killed)
  await discover()
  await eventually('a run is completed', async () => {
    const rows = await sql`select from job_runs where status = 'completed'`
    return rows.length > 0
  })

  const runs = await sql`select status, error, progress from job_runs order by seq`
  assert.equal(
    runs.map(({ status, error }) => [status, error]),
    [
      ['failed', 'The server was stopped. The next run will resume from here.'],
      ['failed', 'The server stopped while the job ran. The next run will resume from here.'],
      ['completed', null],
    ],
  )
  const read = runs.map(({ progress }) => progress.messages)
  const sum = read.reduce((sum, count) => sum + count, 0)
  assert.ok(
    read.every((count) => count > 0),
    `each has done its part: ${read}`,
  )
  // The progress may lack a page that was counted just before the end.
  assert.ok(sum <= messages && sum >= messages - 2 * 200, `nothing was read twice: ${read}`)
  const counted = await sql`
    select acronym, sum(sightings)::integer as sightings from discovery_sightings group by acronym`
  assert.equal(Object.fromEntries(counted.map(({ acronym, sightings }) => [acronym, sightings])), sightings)
  const names = await sql`select name from terms where source = 'discovery'`
  assert.equal(names.map(({ name }) => name).sort(), suggestions.map(([acronym]) => acronym).sort())
  await sql.end()
  await slack.close()
})

test.run()
