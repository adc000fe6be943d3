import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import type { Environment } from '../lib/app/settings.ts'
import { freePort } from '../lib/db/server-address.ts'
import type { Check } from '../lib/doctor/check.ts'
import { examine } from '../lib/doctor/examine.ts'
import { maxFile } from '../lib/schemas/import.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createDatabase } from './support/databases.ts'
import { startNginx } from './support/nginx.ts'
import { clientSecret } from './support/openid-provider.ts'
import { runToEnd } from './support/process.ts'
import { littleLoad, withSite } from './support/site.ts'
import { botToken, signingSecret } from './support/slack.ts'
import { suite } from './support/suite.ts'
import { secretKey } from './support/test-service.ts'

const test = suite('doctor')
const { version } = packageJson

const wrong = (checks: Check[]) => checks.filter(({ ok }) => !ok)

/** Checks that one thing is wrong, and how the report puts it. */
function assertFinding(checks: Check[], name: string, detail: RegExp, fix: RegExp) {
  const found = wrong(checks).filter((each) => each.name === name)
  assert.is(found.length, 1, JSON.stringify(checks))
  assert.match(found[0]?.detail ?? '', detail)
  assert.match(found[0]?.fix ?? '', fix)
}

/** Accepts any certificate for a while. */
async function withoutCertificates(work: () => Promise<void>) {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  await work().finally(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
}

test('a good setup has no finding, and no secret is printed', () =>
  withSite({ load: { fileBytes: maxFile.bytes } }, async ({ environment, check }) => {
    const checks = await check()
    assert.equal(wrong(checks), [])
    assert.equal(
      checks.map(({ name }) => name),
      ['settings', 'database', 'schema', 'public address', 'proxy', 'agents', 'files', 'patience', 'login', 'slack'],
    )
    assert.ok(checks.every(({ detail, fix }) => /^[A-Z].*\.$/.test(detail) && fix === null))
    const { password } = new URL(environment.SERVICE_DATABASE_URL ?? '')
    for (const secret of [secretKey, botToken, signingSecret, clientSecret, password]) {
      assert.not.ok(JSON.stringify(checks).includes(secret))
    }
  }))

test('settings that are invalid, misspelt or too short are named, and the rest is checked', () =>
  withSite({}, async ({ check }) => {
    const invalid = await check({ SERVICE_PORT: 'hunter2', SERVICE_DATABASE_CONNECTIONS: '2' })
    assertFinding(invalid, 'SERVICE_PORT', /whole number from 0 to 65535\.$/, /^Correct SERVICE_PORT/)
    assertFinding(invalid, 'SERVICE_DATABASE_CONNECTIONS', /from 10 to 1000/, /^Correct/)
    assert.not.match(JSON.stringify(invalid), 'hunter2')
    assert.ok(invalid.some(({ name, ok }) => name === 'database' && ok))
    const misspelt = await check({ SERVICE_PROT: '80' })
    assertFinding(misspelt, 'SERVICE_PROT', /not a setting/, /name of SERVICE_PROT/)
    for (const [name, value, skipped] of [
      ['SERVICE_APP_URL', 'https://glossary.example.com/path', 'public address'],
      ['SERVICE_DATABASE_URL', 'postgresql://u:a/b@localhost/d', 'database'],
      ['SERVICE_OIDC_ISSUER', 'login.example.com', 'login'],
    ] as const) {
      const checks = await check({ [name]: value })
      assert.equal(
        wrong(checks).map((each) => each.name),
        [name],
      )
      assert.not.ok(checks.some((each) => each.name === skipped))
    }
    const short = await check({ SERVICE_DEV_MODE: 'false', SERVICE_SECRET_KEY: 'too short' })
    assertFinding(short, 'SERVICE_SECRET_KEY', /32 characters/, /^Correct/)
    assert.not.match(JSON.stringify(short), 'too short')
  }))

test('a service for this machine only, or for a trial, is doubtful', async () => {
  const { checks } = await examine({ SERVICE_SECRET_KEY: secretKey }, version)
  assertFinding(checks, 'SERVICE_DATABASE_URL', /embedded/, /npm run move/)
  assertFinding(checks, 'SERVICE_APP_URL', /this machine/, /https:\/\//)
  assertFinding(checks, 'login', /Nobody can log in/, /docs\/login\.md/)
})

test('a database that refuses, is missing, is newer or not migrated', () =>
  withSite({}, async ({ environment, check }) => {
    const url = (change: Partial<Pick<URL, 'port' | 'pathname' | 'username'>>) => {
      const changed = new URL(environment.SERVICE_DATABASE_URL ?? '')
      return { SERVICE_DATABASE_URL: Object.assign(changed, change).href }
    }
    const stopped = await check(url({ port: '1' }))
    assertFinding(stopped, 'database', /ECONNREFUSED/, /^Start PostgreSQL/)
    const missing = await check(url({ pathname: '/nowhere' }))
    assertFinding(missing, 'database', /"nowhere" does not exist/, /^Create the database/)
    const unknown = await check(url({ username: 'nobody' }))
    assertFinding(unknown, 'database', /nobody/, /^Correct the user and the password/)
    const empty = await createDatabase('empty')
    const apart = { SERVICE_DATABASE_URL: empty.url, SERVICE_MIGRATE: 'false' }
    assertFinding(await check(apart), 'schema', /0001-people/, /npm run migrate/)
    await empty.drop()
    const sql = postgres(environment.SERVICE_DATABASE_URL ?? '', { max: 1 })
    await sql`insert into migrations (name) values ('9999-later.ts')`
    await sql.end()
    assertFinding(await check(), 'schema', /9999-later/, /restore a backup/)
  }))

test('a parameter of the database URL that PostgreSQL does not know', () =>
  withSite({}, async ({ environment, check }) => {
    const SERVICE_DATABASE_URL = `${environment.SERVICE_DATABASE_URL}&sslrootcert=/etc/ca.pem`
    const checks = await check({ SERVICE_DATABASE_URL })
    assertFinding(checks, 'database', /"sslrootcert"/, /^Remove this parameter/)
  }))

test('a glossary without an admin, and without anyone who will be one', () =>
  withSite({}, async ({ environment }) => {
    const closed = { ...environment, SERVICE_DEV_MODE: 'false' }
    const admins = async (changes: Environment) =>
      (await examine({ ...closed, ...changes }, version, littleLoad)).checks.filter(({ name }) => name === 'admins')
    assertFinding(await admins({}), 'admins', /^Nobody is an admin/, /SERVICE_ADMIN_EMAILS/)
    assert.equal(await admins({ SERVICE_ADMIN_EMAILS: 'you@example.com' }), [])
    assert.equal(await admins({ SERVICE_OIDC_ADMIN_GROUPS: 'admins' }), [])
    const sql = postgres(environment.SERVICE_DATABASE_URL ?? '', { max: 1 })
    await sql`insert into users (email, role) values ('admin@example.com', 'admin')`
    await sql.end()
    assert.equal(await admins({}), [])
  }))

test('a public address that nobody, another server or an old version responds at', () =>
  withSite({}, async ({ environment, check }) => {
    const elsewhere = async (SERVICE_APP_URL: string) => check({ SERVICE_APP_URL })
    const closed = await elsewhere(`http://localhost:${await freePort()}`)
    assertFinding(closed, 'public address', /ECONNREFUSED/, /^Start the service/)
    const unknown = await elsewhere('http://glossary.invalid')
    assertFinding(unknown, 'public address', /glossary\.invalid/, /DNS/)
    const other = await elsewhere(new URL(environment.SERVICE_SLACK_API_URL ?? '').origin)
    assertFinding(other, 'public address', /Something else/, /SERVICE_APP_URL/)
    const { checks } = await examine(environment, '99.0.0', littleLoad)
    assertFinding(checks, 'public address', /99\.0\.0/, /^Restart/)
  }))

test('a certificate that is not trusted', () =>
  withSite({ proxy: { tls: true } }, async ({ check }) => {
    assertFinding(await check(), 'public address', /certificate/, /NODE_EXTRA_CA_CERTS/)
  }))

test('a proxy that does not say whose requests it passes on', () =>
  withSite({ proxy: { tls: true, headers: { 'x-forwarded-for': undefined } } }, ({ check }) =>
    withoutCertificates(async () => assertFinding(await check(), 'proxy', /whose requests/, /X-Forwarded-For/)),
  ))

test('a proxy that is not trusted', () =>
  withSite(
    {
      env: { SERVICE_DEV_MODE: 'false', SERVICE_TRUSTED_PROXIES: '10.0.0.0/8' },
      proxy: { headers: { 'x-forwarded-for': '203.0.113.9' } },
    },
    async ({ check }) => assertFinding(await check(), 'proxy', /does not trust/, /Add 127\.0\.0\.1 to SERVICE_TRUSTED/),
  ))

test('development mode before everyone', () =>
  withSite({ proxy: { headers: { 'x-forwarded-for': '203.0.113.9' } } }, async ({ check }) =>
    assertFinding(await check(), 'public address', /development mode/, /^Remove SERVICE_DEV_MODE/),
  ))

test('a proxy that replaces Host, and a service that runs with another secret key', () =>
  withSite({ env: { SERVICE_DEV_MODE: 'false' }, proxy: { headers: { host: 'internal:8000' } } }, async ({ check }) => {
    assertFinding(await check(), 'proxy', /"internal:8000"/, /proxy_set_header Host/)
    const otherKey = { SERVICE_SECRET_KEY: 'another secret key of 32 characters' }
    assertFinding(await check(otherKey), 'proxy', /SERVICE_SECRET_KEY \(401\)/, /^Restart/)
  }))

test('a proxy that removes WWW-Authenticate', () =>
  withSite({ proxy: { removes: 'www-authenticate' } }, async ({ check }) =>
    assertFinding(await check(), 'agents', /WWW-Authenticate/, /pass on this header/),
  ))

test('a proxy that refuses large files', () =>
  withSite({ load: { fileBytes: maxFile.bytes } }, async ({ origin, check }) => {
    const { port } = new URL(origin)
    const checkWith = async (maxBody: string) => {
      const nginx = await startNginx([Number(port)], { maxBody })
      return check({ SERVICE_APP_URL: nginx.url }).finally(nginx.stop)
    }
    assertFinding(await checkWith('1m'), 'files', /20 MiB .*\(413\)/, /client_max_body_size 21m/)
    const checks = await checkWith('21m')
    assert.ok(
      checks.some(({ name, ok }) => name === 'files' && ok),
      JSON.stringify(checks),
    )
  }))

test('an identity provider that is set up by half, refuses the secret or does not respond', () =>
  withSite({}, async ({ check }) => {
    const half = await check({ SERVICE_SLACK_CLIENT_SECRET: '' })
    assertFinding(half, 'login', /SERVICE_SLACK_CLIENT_SECRET/, /^Set all settings/)
    const refused = await check({ SERVICE_SLACK_CLIENT_SECRET: 'hunter2' })
    assertFinding(refused, 'login', /Wrong client ID or client secret/, /SERVICE_SLACK_CLIENT_SECRET/)
    assert.not.match(JSON.stringify(refused), 'hunter2')
    const gone = await check({ SERVICE_IDP_TOKEN_URL: 'http://127.0.0.1:1/token' })
    assertFinding(gone, 'login', /cannot be reached/, /SERVICE_IDP_TOKEN_URL/)
    const issuer = await check({ SERVICE_OIDC_ISSUER: 'http://127.0.0.1:1' })
    assertFinding(issuer, 'login', /SERVICE_OIDC_CLIENT_ID/, /^Set all settings/)
    const unreachable = await check({
      SERVICE_OIDC_ISSUER: 'http://127.0.0.1:1',
      SERVICE_OIDC_CLIENT_ID: 'glossary',
      SERVICE_OIDC_CLIENT_SECRET: 'secret',
    })
    assertFinding(unreachable, 'login', /cannot be reached/, /SERVICE_OIDC_ISSUER/)
  }))

test('a Slack bot that is set up by half, refused or unreachable', () =>
  withSite({}, async ({ check }) => {
    const half = await check({ SERVICE_SLACK_SIGNING_SECRET: '' })
    assertFinding(half, 'slack', /SERVICE_SLACK_SIGNING_SECRET/, /^Set/)
    const refused = await check({ SERVICE_SLACK_BOT_TOKEN: 'xoxb-hunter2' })
    assertFinding(refused, 'slack', /invalid_auth/, /xoxb-…/)
    assert.not.match(JSON.stringify(refused), 'hunter2')
    const gone = await check({ SERVICE_SLACK_API_URL: 'http://127.0.0.1:1/' })
    assertFinding(gone, 'slack', /does not respond/, /SERVICE_SLACK_API_URL/)
    const poor = createServer((_, response) => {
      response.setHeader('x-oauth-scopes', 'commands,chat:write')
      response.setHeader('content-type', 'application/json').end('{"ok":true}')
    })
    poor.listen(0, '127.0.0.1')
    await once(poor, 'listening')
    const { port } = poor.address() as AddressInfo
    const lacking = await check({ SERVICE_SLACK_API_URL: `http://127.0.0.1:${port}/` })
    assertFinding(lacking, 'slack', /lacks .*users:read\.email/, /slack:manifest/)
    assert.not.match(lacking.find(({ name }) => name === 'slack')?.detail ?? '', /commands/)
    poor.close()
  }))

test('the command prints the report, as JSON or in words, and its exit status says whether all is well', () =>
  withSite({}, async ({ environment }) => {
    const env = Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
    )
    const good = await runToEnd(env, 'doctor', ['--json'])
    assert.equal([good.status, good.stderr], [0, ''], good.stdout)
    const report = JSON.parse(good.stdout)
    assert.equal(Object.keys(report), ['ok', 'checks'])
    assert.equal(Object.keys(report.checks[0]), ['name', 'ok', 'detail', 'fix'])
    assert.is(report.ok, true)
    const bad = await runToEnd({ ...env, SERVICE_PROT: '80' }, 'doctor')
    assert.is(bad.status, 1)
    assert.match(bad.stdout, /^WRONG {2}SERVICE_PROT: .*\.\n {7}Correct .*\.$/m)
    assert.match(bad.stdout, /^ok {5}database: /m)
    const usage = await runToEnd(env, 'doctor', ['--xml'])
    assert.equal([usage.status, usage.stderr], [1, 'usage: npm run doctor [-- --json]\n'])
  }))

test.run()
