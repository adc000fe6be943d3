import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// npm run test:keycloak: downloads Keycloak with Maven, and runs the tests that need it. It also needs Java 17 or
// newer.
const version = '26.7.3'
const directory = join(tmpdir(), `glossary-keycloak-${version}`)
const home = join(directory, `keycloak-${version}`)

function run(command: string, parameters: string[], env: Record<string, string> = {}) {
  const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const
  const { status, error } = spawnSync(command, parameters, options)
  if (error) process.stderr.write(`${command}: ${error.message}\n`)
  if (status !== 0) process.exit(1)
}

if (!existsSync(home)) {
  mkdirSync(directory, { recursive: true })
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
  run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`])
  const archive = join(directory, `keycloak-quarkus-dist-${version}.tar.gz`)
  run('tar', ['-xzf', archive, '-C', directory])
}
const flags = process.execArgv
run(process.execPath, [...flags, 'tests/run.ts', '^keycloak'], { KEYCLOAK_HOME: home })
