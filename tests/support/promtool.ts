import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './sources.ts'

const rules = `${root}deploy/prometheus/alerts.yml`
const alerts = [
  ...['GlossaryDown', 'GlossaryDatabaseUnreachable', 'GlossaryErrors', 'GlossarySlow'],
  ...['GlossaryDatabaseBusy', 'GlossaryJobFailing', 'GlossaryMessagesStuck'],
]

/**
 * Returns the alerts that are raised after half an hour in which each minute was as that between two scrapes of a
 * process: counters grow as much, and the rest stays as in the second one.
 *
 * @param scrapes what the service returned at /metrics
 */
export function raisedBy(scrapes: [before: string, after: string]): string[] {
  const [before, after] = [readSeries(scrapes[0]), readSeries(scrapes[1])]
  const input = [...after].map(([name, value]) => {
    const growth = /_(total|count|bucket)\{/.test(name) ? value - (before.get(name) ?? 0) : 0
    return { series: name, values: `${value}+${growth}x40` }
  })
  input.push({ series: 'up{job="glossary",instance="a"}', values: '1x40' })
  const alert_rule_test = alerts.map((alertname) => ({ eval_time: '30m', alertname }))
  const tests = [{ interval: '1m', input_series: input, alert_rule_test }]
  const directory = mkdtempSync(join(tmpdir(), 'glossary-alerts-'))
  const file = join(directory, 'test.yml')
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  rmSync(directory, { recursive: true })
  // It expects no alerts, so it names those that are raised.
  const raised = [...(stdout + stderr).matchAll(/alertname: ?(\w+)/g)].map(([, name = '']) => name)
  if (status !== 0 && raised.length === 0) throw new Error(stdout + stderr)
  return raised
}

/** Reads the series of a scrape that the rules may use, with the labels that Prometheus adds. */
function readSeries(text: string): Map<string, number> {
  const lines = text.matchAll(/^((?:http|glossary)_\w+)(?:\{(.*)\})? (\S+)$/gm)
  const added = 'job="glossary",instance="a"'
  return new Map(
    [...lines].map(([, name, labels, value]) => [`${name}{${labels ? `${labels},` : ''}${added}}`, Number(value)]),
  )
}
