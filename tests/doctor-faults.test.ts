import postgres from 'postgres'
import * as assert from 'uvu/assert'
import type { Environment } from '../lib/app/settings.ts'
import { examine } from '../lib/doctor/examine.ts'
import { checkSettings } from '../lib/doctor/settings.ts'
import { withUser } from './support/database-user.ts'
import { withSite } from './support/site.ts'
import { suite } from './support/suite.ts'

const test = suite('faults that the doctor names')

type SiteOptions = Parameters<typeof withSite>[0]
type Fault = SiteOptions & {
  /** settings that are wrong */
  changes?: Environment | ((environment: Environment) => Environment)
  /** run by an administrator of the server; :user is that of the service, :database its database */
  sql?: string
  /** the check that has to name it, and its words */
  finds: [name: string, detail: RegExp, fix: RegExp]
}

const oidc = { login: 'oidc' } as const
const closed = { SERVICE_DEV_MODE: 'false' }
const everybody = (SERVICE_TRUSTED_PROXIES: string): Fault => ({
  changes: { SERVICE_TRUSTED_PROXIES },
  finds: ['SERVICE_TRUSTED_PROXIES', /everybody/, /your own proxies/],
})

const faults: Record<string, Fault> = {
  'a client that the provider does not know': {
    ...oidc,
    changes: { SERVICE_OIDC_CLIENT_ID: 'another', SERVICE_OIDC_CLIENT_SECRET: 'hunter2' },
    finds: ['login', /Wrong client ID or client secret/, /^Copy SERVICE_OIDC_CLIENT_ID/],
  },
  'a wrong client secret': {
    ...oidc,
    changes: { SERVICE_OIDC_CLIENT_SECRET: 'hunter2' },
    finds: ['login', /Wrong client ID or client secret/, /SERVICE_OIDC_CLIENT_SECRET from the app/],
  },
  'an issuer of another path': {
    ...oidc,
    changes: ({ SERVICE_OIDC_ISSUER }) => ({ SERVICE_OIDC_ISSUER: `${SERVICE_OIDC_ISSUER}/realm` }),
    finds: ['login', /No identity provider describes itself at .*\(404\)/, /^Set SERVICE_OIDC_ISSUER/],
  },
  'an issuer whose last slash is missing, with a wrong client': {
    ...oidc,
    answers: { issuer: '/realm/' },
    changes: ({ SERVICE_OIDC_ISSUER }) => ({
      SERVICE_OIDC_ISSUER: `${SERVICE_OIDC_ISSUER}/realm`,
      SERVICE_OIDC_CLIENT_ID: 'another',
    }),
    finds: ['login', /calls itself .*\/realm\/,/, /^Set SERVICE_OIDC_ISSUER to .*\/realm\/,/],
  },
  'a provider that refuses the secret in words of its own': {
    ...oidc,
    answers: { token: { status: 401, body: { error: 'unauthorized_client' } } },
    finds: ['login', /"unauthorized_client"/, /^Copy SERVICE_OIDC_CLIENT_ID/],
  },
  'a provider that refuses for a reason that nobody knows': {
    ...oidc,
    answers: { token: { status: 400, body: { error: 'tenant_disabled' } } },
    finds: ['login', /"tenant_disabled"/, /^Compare SERVICE_OIDC_ISSUER/],
  },
  'a token URL where something else responds': {
    answers: { token: { status: 200, body: {} } },
    finds: ['login', /cannot be reached/, /SERVICE_IDP_TOKEN_URL/],
  },
  'a redirect URL that the provider does not know': {
    ...oidc,
    isRegistered: false,
    finds: ['login', /refuses to show its login page/, /^Add http.*\/auth\/oidc\/callback to/],
  },
  'a read-only database': {
    sql: 'alter role :user set default_transaction_read_only = on',
    finds: ['database', /read-only/, /default_transaction_read_only/],
  },
  'tables of another user': {
    sql: 'alter table terms owner to current_user; grant select on terms to :user',
    finds: ['database', /belong to another user/, /reassign owned/],
  },
  'a user who may have few connections': {
    sql: 'alter role :user connection limit 12',
    finds: ['database', /user of the database is limited to 12/, /alter role/],
  },
  'a user who has no connection left': {
    sql: 'alter role :user connection limit 0',
    finds: ['database', /too many connections for role/, /^Raise the limit/],
  },
  'a database that may have few connections': {
    sql: 'alter database :database connection limit 20',
    finds: ['database', /database is limited to 20/, /alter database/],
  },
  'more connections than the server accepts': {
    changes: { SERVICE_DATABASE_CONNECTIONS: '1000' },
    finds: ['database', /server is limited to/, /max_connections/],
  },
  'an only admin outside the allowed domains': {
    ...oidc,
    changes: { ...closed, SERVICE_ADMIN_EMAILS: 'ada@example.org', SERVICE_OIDC_ALLOWED_DOMAINS: 'example.com' },
    finds: ['admins', /only addresses in example\.com/, /SERVICE_OIDC_ALLOWED_DOMAINS/],
  },
  'a port of metrics that is that of the service': {
    changes: { SERVICE_PORT: '8123', SERVICE_METRICS_PORT: '8123' },
    finds: ['SERVICE_METRICS_PORT', /must differ from SERVICE_PORT/, /^Correct SERVICE_METRICS_PORT/],
  },
  'proxies that are everybody': everybody('loopback,0.0.0.0/0'),
  'proxies that are everybody, in two halves': everybody('0.0.0.0/1, 128.0.0.0/1'),
  'proxies that are everybody with IPv6': everybody('::/0'),
  'a port of metrics that is open to everybody': {
    changes: {
      ...closed,
      ...{ SERVICE_ADMIN_EMAILS: 'ada@example.com', SERVICE_HOST: '0.0.0.0', SERVICE_METRICS_PORT: '9123' },
    },
    finds: ['SERVICE_METRICS_PORT', /open to everybody/, /SERVICE_METRICS_TOKEN/],
  },
  'changes that are acknowledged before they are stored': {
    changes: ({ SERVICE_DATABASE_URL: url = '' }) => ({ SERVICE_DATABASE_URL: url.replace(/on$/, 'off') }),
    finds: ['database', /before they are stored/, /Reset synchronous_commit/],
  },
  'a user whose changes wait for nobody': {
    sql: "alter role :user set lock_timeout = '1ms'",
    finds: ['database', /for 1ms only/, /Reset lock_timeout/],
  },
  'a second host of the database that is down': {
    changes: ({ SERVICE_DATABASE_URL: url = '' }) => ({
      SERVICE_DATABASE_URL: url.replace(/(@|\/\/)([^@/]+)\//, '$1$2,127.0.0.1:1/'),
    }),
    finds: ['database', /host 127\.0\.0\.1:1 .* ECONNREFUSED/, /^Start PostgreSQL/],
  },
  'an address with a path, and a provider that knows another': {
    ...oidc,
    isRegistered: false,
    changes: ({ SERVICE_APP_URL }) => ({ SERVICE_APP_URL: `${SERVICE_APP_URL}/path` }),
    finds: ['SERVICE_APP_URL', /path/, /^Correct SERVICE_APP_URL/],
  },
  'another key than that of the service': {
    changes: { SERVICE_SECRET_KEY: 'another secret key, long enough to pass' },
    finds: ['proxy', /SERVICE_SECRET_KEY \(401\)/, /^Restart/],
  },
  'a secret key of one repeated sign': {
    env: { ...closed, SERVICE_SECRET_KEY: 'x'.repeat(48) },
    changes: { ...closed, SERVICE_ADMIN_EMAILS: 'ada@example.com', SERVICE_SECRET_KEY: 'x'.repeat(48) },
    finds: ['SERVICE_SECRET_KEY', /different signs/, /openssl rand/],
  },
  'fewer votes for official than for community': {
    changes: { SERVICE_COMMUNITY_THRESHOLD: '5', SERVICE_OFFICIAL_THRESHOLD: '4' },
    finds: ['SERVICE_OFFICIAL_THRESHOLD', /is 4, below .* 5/, /at least SERVICE_COMMUNITY/],
  },
  'a search path that leads nowhere': {
    sql: 'alter role :user set search_path = nowhere',
    finds: ['database', /no schema/, /reset search_path/],
  },
  'a proxy that refuses methods': {
    proxy: { refuses: /^(PUT|DELETE)$/ },
    finds: ['methods', /PUT itself \(403\)/, /limit_except/],
  },
  'a proxy that drops If-Match': {
    proxy: { headers: { 'if-match': undefined } },
    finds: ['proxy', /If-Match/, /pass on If-Match/],
  },
  'a proxy that adds a policy': {
    proxy: {
      changes: (headers) => ({
        ...headers,
        'content-security-policy': `${headers['content-security-policy']}, default-src 'self'`,
      }),
    },
    finds: ['proxy', /Content-Security-Policy/, /add_header/],
  },
  'a proxy that caches': { proxy: { caches: true }, finds: ['proxy', /caches/, /proxy_cache/] },
  'a proxy that drops Set-Cookie': {
    proxy: { removes: 'set-cookie' },
    finds: ['proxy', /drops the header Set-Cookie/, /pass on Set-Cookie/],
  },
  'a proxy that drops Cookie': {
    proxy: { headers: { cookie: undefined } },
    finds: ['proxy', /drops the header Cookie/, /pass on Cookie/],
  },
  'a proxy that weakens ETag': {
    proxy: { changes: (headers) => ({ ...headers, etag: `W/${headers.etag}` }) },
    finds: ['proxy', /changes or removes the header ETag \(W\//, /compress/],
  },
  'a proxy that removes ETag': { proxy: { removes: 'etag' }, finds: ['proxy', /ETag \(none\)/, /compress/] },
  'a proxy that waits for two seconds': {
    proxy: { timeoutMs: 2000 },
    load: { delayMs: 2500 },
    finds: ['patience', /2\.5 seconds does not arrive \(504\)/, /proxy_read_timeout/],
  },
}

for (const [fault, { changes = {}, sql, finds, ...options }] of Object.entries(faults)) {
  test(fault, () =>
    withSite(options, async ({ environment, check }) => {
      const wrong = typeof changes === 'function' ? changes(environment) : changes
      const [name, detail, fix] = finds
      async function assertNamed(more: Environment = {}) {
        const found = (await check({ ...wrong, ...more })).filter(
          ({ ok, name: other }) => !ok && (other !== 'SERVICE_APP_URL' || other === name),
        )
        assert.equal(
          found.map((each) => each.name),
          [name],
          JSON.stringify(found),
        )
        assert.match(found[0]?.detail ?? '', detail)
        assert.match(found[0]?.fix ?? '', fix)
        assert.not.match(JSON.stringify(found), 'hunter2')
      }
      const url = environment.SERVICE_DATABASE_URL ?? ''
      if (sql === undefined) return assertNamed()
      return withUser(url, sql, (SERVICE_DATABASE_URL) => assertNamed({ SERVICE_DATABASE_URL }))
    }),
  )
}

test('what is never delivered, and URLs of databases that do not fit', () =>
  withSite({}, async ({ environment: { SERVICE_DATABASE_URL: url = '' }, check }) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    await sql.unsafe(`insert into users (email) values ('ada@example.com');
      insert into webhooks (url, events, encrypted_secret, created_by)
      select 'https://8.8.8.8/', '{term.created}', decode(repeat('00', 60), 'hex'), id from users;
      insert into outbox_messages (kind, payload, created_at)
      values ('slack.answer', '{}', now() - interval '2 days')`)
    await sql.end()
    const detailsWith = async (changes: Environment) =>
      (await check(changes)).flatMap(({ ok, detail }) => (ok ? [] : [detail])).join(' ')
    const stored = /secrets of 1 webhooks .* 1 messages wait .* 48 hours/
    assert.match(await detailsWith({}), stored)
    const at = (changes: object) => Object.assign(new URL(url), changes).href
    const SERVICE_DATABASE_DIRECT_URL = at({ pathname: '/postgres' })
    assert.match(await detailsWith({ SERVICE_DATABASE_DIRECT_URL }), /different databases/)
    const SERVICE_DATABASE_URL = at({ search: '?sslmode=require' })
    assert.match(await detailsWith({ SERVICE_DATABASE_URL }), /secure TLS connection/)
  }))

test('settings that are valid, and hardly what anyone means', () => {
  const key = 'a secret of the tests, long enough to pass'
  const { checks } = checkSettings({
    ...{ SERVICE_SECRET_KEY: key, SERVICE_SECRET_KEY_PREVIOUS: key, SERVICE_RATE_LIMIT: '5' },
    ...{ SERVICE_APP_URL: 'https://glossary.example.com', SERVICE_LOG_LEVEL: 'silent' },
    ...{ SERVICE_DATABASE_URL: 'postgresql://localhost/glossary', SERVICE_METRICS_TOKEN: 'abc' },
    ...{ SERVICE_MCP_BEARER_TOKEN: 'test', SERVICE_SLACK_SIGNING_SECRET: 'signing' },
    ...{ SERVICE_SLACK_BOT_TOKEN: 'xoxp-1', SERVICE_OIDC_ISSUER: 'https://login.example.com' },
    ...{ SERVICE_OIDC_CLIENT_ID: 'x', SERVICE_OIDC_CLIENT_SECRET: 'x' },
    SERVICE_OIDC_SCOPES: 'openid',
  })
  const named = checks.map(({ ok, name }) => `${ok} ${name.replace('SERVICE_', '')}`)
  assert.equal(named.sort(), [
    ...['false LOG_LEVEL', 'false MCP_BEARER_TOKEN', 'false METRICS_TOKEN', 'false OIDC_SCOPES'],
    ...['false RATE_LIMIT', 'false SECRET_KEY_PREVIOUS', 'false SLACK_BOT_TOKEN'],
    'false SLACK_SIGNING_SECRET',
  ])
})

test('an embedded database that has no place for its files', async () => {
  for (const SERVICE_DATA_DIR of [import.meta.filename, `${import.meta.filename}/data`]) {
    const { checks } = await examine({ SERVICE_DEV_MODE: 'true', SERVICE_DATA_DIR }, '1.0.0')
    const found = checks.find(({ name }) => name === 'database')
    assert.match(found?.detail ?? '', 'is no directory')
  }
})

for (const login of ['slack', 'oidc'] as const) {
  test(`nothing is found where all is well, with a login of ${login}`, () =>
    withSite({ login }, async ({ environment, check }) =>
      withUser(environment.SERVICE_DATABASE_URL ?? '', 'select 1', async (SERVICE_DATABASE_URL) => {
        const found = await check({
          SERVICE_DATABASE_URL,
          SERVICE_TRUSTED_PROXIES: 'loopback,private,203.0.113.0/24',
          SERVICE_ADMIN_EMAILS: 'ada@example.org,bob@example.com',
          SERVICE_OIDC_ALLOWED_DOMAINS: 'example.com',
          SERVICE_METRICS_PORT: '9123',
        })
        assert.equal(
          found.filter(({ ok }) => !ok),
          [],
        )
      }),
    ))
}

test.run()
