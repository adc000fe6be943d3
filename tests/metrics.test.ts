import { execFileSync } from 'node:child_process'
import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import { openDatabase } from '../lib/db/database.ts'
import { createMetrics } from '../lib/metrics/metrics.ts'
import packageJson from '../package.json' with { type: 'json' }
import { bearer, cookie } from './support/credentials.ts'
import { call } from './support/endpoints.ts'
import { eventually } from './support/eventually.ts'
import { hasProgram } from './support/programs.ts'
import { sendRaw } from './support/raw-request.ts'
import { hurry, openReceiver, sendAll, webhook } from './support/receiver.ts'
import { glossary, type TestService, threeLanguages } from './support/test-service.ts'

const token = 'the token of Prometheus'.replaceAll(' ', '-')
const test = glossary('metrics', { ...threeLanguages, SERVICE_METRICS_TOKEN: token })
const limited = glossary('metrics of refusals', { ...{ SERVICE_METRICS_TOKEN: token, SERVICE_RATE_LIMIT: '6' } })
const webhooks = glossary('metrics of logins and deliveries', {
  ...{ SERVICE_METRICS_TOKEN: token, SERVICE_PRIVATE_ADDRESSES: 'true' },
  ...{ SERVICE_OIDC_ISSUER: 'https://id.example.com', SERVICE_OIDC_CLIENT_ID: 'x' },
  SERVICE_OIDC_CLIENT_SECRET: 'y',
})

const headers = { authorization: `Bearer ${token}` }

/** Reads the metrics: the value of each series, by its name and labels. */
async function scrape({ request }: Pick<TestService, 'request'>) {
  const { status, text } = await request('GET', '/metrics', { headers })
  assert.is(status, 200)
  return toSeries(text)
}

const toSeries = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))] as const
      }),
  )

test('the metrics need the token', async ({ request }) => {
  const wrong = [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]
  for (const authorization of wrong) {
    const sent: Record<string, string> = authorization === undefined ? {} : { authorization }
    const refusal = await request('GET', '/metrics', { headers: sent })
    assert.is(refusal.status, 401, authorization)
    assert.is(refusal.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.not.match(refusal.text, 'glossary_')
  }
  const right = await request('GET', '/metrics', { headers })
  assert.is(right.status, 200)
  assert.match(right.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
})

test('they are not limited, and not logged unless they fail', async ({ request, logs }) => {
  for (let i = 0; i < 40; i++) await request('GET', '/metrics', { headers })
  const lines = logs.flatMap((line) => (line.includes('/metrics') ? [JSON.parse(line)] : []))
  assert.equal([...new Set(lines.map(({ level }) => level))], ['debug'])
})

test('responses are counted by the pattern of their path, whatever clients send', async (service) => {
  const { request, person, term } = service
  const editor = await person('editor')
  const { id } = await term(editor)
  for (let i = 0; i < 3; i++) await request('GET', `/api/v1/terms/${id}`, { as: editor })
  await request('HEAD', `/api/v1/terms/${id}`, { as: editor })
  for (const name of ['a', 'b', 'c']) await request('GET', `/nowhere/${name}`)
  await request('PROPFIND', '/health')
  const series = await scrape(service)
  const count = (labels: string) => series.get(`http_request_duration_seconds_count{${labels}}`)
  assert.is(count('route="/api/v1/terms/:id",method="GET",status="200"'), 3)
  assert.is(count('route="/api/v1/terms/:id",method="HEAD",status="200"'), 1)
  assert.is(count('route="/api/v1/terms",method="POST",status="201"'), 1)
  assert.is(count('route="none",method="GET",status="404"'), 3)
  assert.is(count('route="/health",method="other",status="405"'), 1)
  assert.not.match([...series.keys()].join(' '), id)
  const sum = 'http_request_duration_seconds_sum{route="/api/v1/terms/:id",method="GET",status="200"}'
  assert.ok((series.get(sum) ?? 0) > 0)
  const again = await scrape(service)
  assert.is(
    again.get('http_request_duration_seconds_count{route="/metrics",method="GET",status="200"}'),
    1,
    'the scrape before, too',
  )
})

test('they stay below 640 bytes a route once every route has been used', async (service) => {
  const { text: unused } = await service.request('GET', '/metrics', { headers })
  assert.not.match(unused, 'route=', 'no series before use')
  const admin = await service.person('admin')
  for (const { contract } of routes) {
    const isAboutNothing = !contract.path.includes(':name+')
    const endpoint = `${contract.method} ${contract.path}`
    await call(service, endpoint, admin, bearer(admin.session), isAboutNothing)
  }
  const { text } = await service.request('GET', '/metrics', { headers })
  const counted = new Set([...text.matchAll(/route="([^"]+)"/g)].map(([, path]) => path))
  const uncounted = routes.map(({ contract }) => contract.path).filter((path) => !counted.has(path))
  assert.equal(uncounted, [])
  const size = Buffer.byteLength(text)
  assert.ok(size < 640 * routes.length, `${size} bytes, ${routes.length} routes`)
  if (hasProgram('promtool', 'the names of the metrics')) {
    // It fails if it remarks on anything.
    assert.is(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' }), '')
  }
})

test('terms are counted by status', async (service) => {
  const editor = await service.person('editor')
  const counts = async () => {
    const series = await scrape(service)
    return ['suggested', 'pending', 'community', 'official'].map((status) =>
      series.get(`glossary_terms{status="${status}"}`),
    )
  }
  assert.equal(await counts(), [0, 0, 0, 0])
  await service.term(editor)
  await service.term(editor)
  assert.equal(await counts(), [0, 2, 0, 0])
  await service.sql`update terms set status = 'official' where name = (select min(name) from terms)`
  assert.equal(await counts(), [0, 1, 0, 1])
})

test('runs of jobs are those of all processes, and never become fewer', async (service) => {
  const { sql } = service
  const admin = await service.person('admin')
  const runs = (series: Map<string, number>) =>
    ['completed', 'failed'].map((status) =>
      series.get(`glossary_job_runs_total{job_type="staleness",status="${status}"}`),
    )
  const before = await scrape(service)
  const lastSuccess = 'glossary_job_last_success_timestamp_seconds{job_type="staleness"}'
  assert.equal([...runs(before), before.get(lastSuccess)], [0, 0, undefined])
  // As another process would.
  await sql`
    insert into job_runs (job_type, trigger, status, completed_at, error)
    values
      ('staleness', 'schedule', 'completed', '2026-01-01 00:00:00.5Z', null),
      ('staleness', 'schedule', 'failed', '2026-01-02Z', 'It broke.'),
      ('staleness', 'schedule', 'running', null, null)`
  const between = await scrape(service)
  assert.equal(runs(between), [1, 1])
  assert.is(between.get(lastSuccess), Date.parse('2026-01-01T00:00:00.500Z') / 1000)
  await sql`delete from job_runs where status = 'running'`
  const { status } = await service.request('POST', '/api/v1/admin/jobs/staleness/run', { as: admin })
  assert.is(status, 202)
  await service.ctx.background.settle()
  const after = await scrape(service)
  assert.equal(runs(after), [2, 1])
  assert.ok(Math.abs((after.get(lastSuccess) ?? 0) - Date.now() / 1000) < 60)
})

test('messages count until they are delivered or given up', async (service) => {
  const { sql } = service
  const outbox = async () => {
    const series = await scrape(service)
    const age = series.get('glossary_outbox_oldest_seconds') ?? -1
    return [series.get('glossary_outbox_backlog'), Math.round(age / 60)]
  }
  assert.equal(await outbox(), [0, 0])
  await sql`
    insert into outbox_messages (kind, payload, created_at, delivered_at, failed_at, error)
    select 'slack.answer', '{}', now() - minutes * interval '1 minute', delivered, failed, error
    from (values
      (10, null, null, null), (20, null, null, null),
      (30, now(), null, null), (40, null, now(), 'gone')
    ) as m (minutes, delivered, failed, error)`
  assert.equal(await outbox(), [2, 20])
})

/** The counted values of a metric, by its labels. */
async function counted(service: TestService, metric: string) {
  const found = [...(await scrape(service))].filter(([name]) => name.startsWith(`${metric}{`))
  const labels = (name: string) => [...name.matchAll(/"([^"]*)"/g)].map(([, label]) => label)
  return Object.fromEntries(found.map(([name, value]) => [labels(name).join(' '), value]))
}

limited('refusals are counted by their cause, from 0 on', async (service) => {
  const refusals = () => counted(service, 'glossary_refusals_total')
  const none = { rate_limit: 0, busy: 0, body: 0, host: 0, origin: 0, credential: 0, role: 0 }
  assert.equal(await refusals(), none)
  assert.equal(await counted(service, 'http_responses_total'), { ...{ '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 } })
  const { request, app, ctx } = service
  const [as, loud] = [await service.person(), await service.person()]
  const elsewhere = { ...cookie(as), origin: 'https://elsewhere.example' }
  ctx.limits.bodies.take(loud.id, 32 * 1024 ** 2)
  const refused = [
    await request('GET', '/api/v1/me'),
    await request('GET', '/api/v1/users', { as }),
    await request('POST', '/api/v1/terms', { as, body: 'x'.repeat(70_000) }),
    await request('POST', '/api/v1/terms', { headers: elsewhere, body: {} }),
    await request('POST', '/api/v1/terms', { as: loud, body: {} }),
  ]
  assert.equal(
    refused.map(({ status }) => status),
    [401, 403, 413, 403, 503],
  )
  await sendRaw(app, service, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
  for (let i = 0; i < 6; i++) await request('GET', '/api/v1/me', { as })
  const each = { busy: 1, body: 1, host: 1, origin: 1, credential: 1, role: 1 }
  assert.equal(await refusals(), { ...each, rate_limit: 2 })
  assert.equal(await counted(service, 'http_responses_total'), { ...{ '2xx': 4, '3xx': 0, '4xx': 7, '5xx': 1 } })
})

webhooks('failed logins are counted by provider, and failed deliveries by reason', async (service) => {
  const logins = () => counted(service, 'glossary_failed_logins_total')
  const { request } = service
  await request('GET', '/auth/slack/login') // is not set up
  assert.equal(await logins(), { slack: 0, oidc: 0, dev: 0 })
  await request('GET', '/auth/oidc/callback?code=x&state=y')
  assert.equal(await logins(), { slack: 0, oidc: 1, dev: 0 })
  const receiver = await openReceiver()
  const admin = await service.person('admin')
  await webhook(service, admin, receiver.url)
  await service.term(admin)
  receiver.status = 500
  await sendAll(service)
  await receiver.close()
  await hurry(service)
  await sendAll(service)
  assert.equal(await counted(service, 'glossary_failed_deliveries_total'), {
    'webhook HTTP 500': 1,
    'webhook the connection was refused': 1,
  })
})

test('connections are counted while they are open', async (service) => {
  const idle = async (pool: string) => {
    const series = await scrape(service)
    return series.get(`glossary_database_connections{pool="${pool}",state="idle"}`)
  }
  async function closeAll() {
    await service.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await eventually('they have closed', async () => (await idle('slack')) === 0)
  }
  await closeAll()
  // Other pools may not have noticed yet that theirs have closed.
  await eventually('all connect again', () => service.ctx.readiness.everything().then(() => true))
  assert.is(await idle('slack'), 2, 'one for statements, one for transactions')
  await closeAll()
})

test('without a database, the metrics of the process remain', async () => {
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  const metrics = createMetrics({ version: '1', db, pools: { api: db } })
  const series = toSeries((await metrics.read()).text)
  await db.end()
  assert.ok(series.has('process_resident_memory_bytes'))
  assert.ok(series.has('nodejs_eventloop_lag_p99_seconds'))
  assert.is(series.get('glossary_build_info{version="1"}'), 1)
  assert.not.ok(series.has('glossary_outbox_backlog'))
})

test('the version is that of the package', async (service) => {
  const series = await scrape(service)
  assert.is(series.get(`glossary_build_info{version="${packageJson.version}"}`), 1)
})

test.run()
limited.run()
webhooks.run()
