import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { createMetrics } from '../lib/metrics/metrics.ts'
import { hasProgram } from './support/programs.ts'
import { raisedBy } from './support/promtool.ts'
import { root } from './support/sources.ts'
import { suite } from './support/suite.ts'
import { openTestService } from './support/test-service.ts'

const test = suite('alerts')
const directory = `${root}deploy/prometheus`

if (hasProgram('promtool', 'the alert rules for Prometheus')) {
  test('promtool accepts the rules, and each raises its alert only when it should', () => {
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      assert.match(execFileSync('promtool', args, { cwd: directory, encoding: 'utf8' }), 'SUCCESS')
    }
  })
}

if (hasProgram('promtool', 'the alert rules on metrics of the service')) {
  test('each alert about the service is raised by the metrics that it has in that state', async () => {
    const { service, close } = await openTestService({ SERVICE_METRICS_TOKEN: 'secret' })
    const { sql, request } = service
    const scrape = async () => (await request('GET', '/metrics', { headers: { authorization: 'Bearer secret' } })).text
    const person = await service.person()
    await request('GET', '/api/v1/terms', { as: person })
    const good = await scrape()
    await sql`
      insert into job_runs (job_type, trigger, status, completed_at, error)
      values ('staleness', 'schedule', 'failed', now(), 'It broke.')`
    await sql`
      insert into outbox_messages (kind, payload, created_at)
      values ('slack.answer', '{}', now() - interval '1 hour')`
    const bad = await scrape()
    await sql`alter function fold(text) rename to folded`
    await request('GET', '/api/v1/terms?q=x', { as: person })
    await sql`alter function folded(text) rename to fold`
    const failing = await scrape()
    const people = await Promise.all([1, 2, 3, 4].map(() => service.person()))
    const search = () =>
      people.flatMap((as) => Array.from({ length: 8 }, () => request('GET', '/api/v1/terms?q=x', { as })))
    const { waiting, answers } = await sql.begin(async (tx) => {
      await tx`lock table terms in access exclusive mode`
      const answers = Promise.all(search())
      await delay(1100)
      return { waiting: await scrape(), answers }
    })
    assert.equal([...new Set((await answers).map(({ status }) => status))], [200])
    const slow = await scrape()
    await close()
    assert.match(failing, 'status="500"')
    assert.match(good, 'http_responses_total{class="5xx"} 0')
    const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
    const unreachable = (await createMetrics({ version: '1', db, pools: { api: db } }).read()).text
    await db.end()
    assert.equal(raisedBy([good, good]), [])
    // A busy machine may be slow at any time.
    const others = raisedBy([good, bad]).filter((alert) => alert !== 'GlossarySlow')
    assert.equal(others, ['GlossaryJobFailing', 'GlossaryMessagesStuck'])
    assert.ok(raisedBy([bad, failing]).includes('GlossaryErrors'))
    assert.ok(raisedBy([failing, waiting]).includes('GlossaryDatabaseBusy'))
    assert.equal(raisedBy([failing, slow]), ['GlossarySlow', 'GlossaryMessagesStuck'])
    assert.equal(raisedBy([unreachable, unreachable]), ['GlossaryDatabaseUnreachable'])
  })
}

test('the rules use metrics that the service has, and the documentation explains each alert', async () => {
  const { service, close } = await openTestService({ SERVICE_METRICS_TOKEN: 'secret' })
  const headers = { authorization: 'Bearer secret' }
  await service.request('GET', '/metrics', { headers }) // is counted in the next one
  await service.sql`
    insert into job_runs (job_type, trigger, status, completed_at)
    values ('discovery', 'schedule', 'completed', now())`
  const { text } = await service.request('GET', '/metrics', { headers })
  await close()
  const rules = readFileSync(`${directory}/alerts.yml`, 'utf8')
  const names = [...rules.matchAll(/\b(?:http|glossary)_\w+/g)].map(([name]) => name)
  assert.ok(names.length > 5)
  for (const name of names) assert.match(text, new RegExp(`^${name}[{ ]`, 'm'))
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  assert.is(alerts.length, 7)
  const documentation = readFileSync(`${root}docs/operations.md`, 'utf8')
  for (const alert of alerts) assert.match(documentation, `\`${alert}\``)
})

test.run()
