import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hasProgram } from './support/programs.ts'
import { root } from './support/sources.ts'
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
  assert.is(alerts.length, 5)
  const documentation = readFileSync(`${root}docs/metrics.md`, 'utf8')
  for (const alert of alerts) assert.match(documentation, `\`${alert}\``)
})

test.run()
