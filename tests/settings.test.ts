import * as assert from 'uvu/assert'
import {
  type Environment,
  placeholderSecret,
  readDatabaseSettings,
  readSettings,
  SettingsError,
} from '../lib/app/settings.ts'
import { suite } from './support/suite.ts'

const test = suite('settings')
const secret = 'a secret of at least 32 characters'
const previous = 'the secret before, also long enough'

const read = (env: Environment = {}) => readSettings({ SERVICE_SECRET_KEY: secret, ...env })

/** What is wrong with the settings, a line a fault. */
function faults(env: Environment, reader: (env: Environment) => unknown = readSettings): string {
  try {
    reader(env)
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

test('with only the secret set, the documented defaults apply', () => {
  const { trustedProxies, ...settings } = read()
  assert.ok(trustedProxies.includes('127.0.0.1'))
  const others = Object.entries(settings).filter(([name]) => !name.startsWith('oidc'))
  assert.equal(Object.fromEntries(others), {
    databaseUrl: null,
    dataDir: '.data',
    secretKey: secret,
    previousSecretKey: null,
    startTimeoutSeconds: 60,
    databaseConnections: 26,
    databaseDirectUrl: null,
    migrate: true,
    drainSeconds: 0,
    metricsToken: null,
    metricsPort: null,
    unknownVariables: [],
    appUrl: 'http://localhost:8000',
    devMode: false,
    host: '127.0.0.1',
    port: 8000,
    rateLimit: 1200,
    timezone: 'UTC',
    language: 'en',
    logLevel: 'info',
    adminEmails: [],
    slackClientId: null,
    slackClientSecret: null,
    slackBotToken: null,
    slackSigningSecret: null,
    slackApiUrl: 'https://slack.com/api/',
    idpAuthorizeUrl: 'https://slack.com/openid/connect/authorize',
    idpTokenUrl: 'https://slack.com/api/openid.connect.token',
    idpUserinfoUrl: 'https://slack.com/api/openid.connect.userInfo',
    mcpBearerToken: null,
    mcpOauth: true,
    communityThreshold: 3,
    officialThreshold: 10,
    staleThresholdDays: 180,
    digestHour: 9,
    discoveryLookbackDays: 90,
    discoveryMinOccurrences: 3,
    editing: 'protected',
    privateAddresses: false,
    wanted: true,
    auditRetentionDays: null,
    languages: ['en'],
  })
})

const url = 'postgresql://u:p@db.example.com:5432/glossary'
const accepted: [variable: string, text: string, name: keyof ReturnType<typeof read>, value: unknown][] = [
  ['SERVICE_DATABASE_URL', url, 'databaseUrl', url],
  ['SERVICE_DATABASE_URL', url.replace('postgresql', 'postgres'), 'databaseUrl', url],
  ['SERVICE_DATABASE_URL', url.replace('postgresql', 'postgresql+asyncpg'), 'databaseUrl', url],
  ['SERVICE_DATABASE_URL', `${url}?sslmode=require`, 'databaseUrl', `${url}?sslmode=require`],
  ['SERVICE_DATA_DIR', '/var/lib/glossary', 'dataDir', '/var/lib/glossary'],
  ['SERVICE_APP_URL', 'https://g.example.com', 'appUrl', 'https://g.example.com'],
  ['SERVICE_APP_URL', 'https://g.example.com/', 'appUrl', 'https://g.example.com'],
  ['SERVICE_APP_URL', 'HTTP://LocalHost:8080', 'appUrl', 'http://localhost:8080'],
  ['SERVICE_APP_URL', 'http://127.0.0.1:1', 'appUrl', 'http://127.0.0.1:1'],
  ['SERVICE_APP_URL', 'http://[::1]:1', 'appUrl', 'http://[::1]:1'],
  ['SERVICE_START_TIMEOUT_SECONDS', '0', 'startTimeoutSeconds', 0],
  ['SERVICE_MIGRATE', 'false', 'migrate', false],
  ['SERVICE_DRAIN_SECONDS', '20', 'drainSeconds', 20],
  ['SERVICE_SECRET_KEY_PREVIOUS', previous, 'previousSecretKey', previous],
  ['SERVICE_DEV_MODE', 'true', 'devMode', true],
  ['SERVICE_DEV_MODE', 'True', 'devMode', true],
  ['SERVICE_DEV_MODE', '1', 'devMode', true],
  ['SERVICE_DEV_MODE', 'false', 'devMode', false],
  ['SERVICE_DEV_MODE', '0', 'devMode', false],
  ['SERVICE_HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['SERVICE_PORT', '0', 'port', 0],
  ['SERVICE_PORT', ' 65535 ', 'port', 65_535],
  ['SERVICE_TIMEZONE', 'Europe/Berlin', 'timezone', 'Europe/Berlin'],
  ['SERVICE_LANGUAGE', 'pt-br', 'language', 'pt-BR'],
  ['SERVICE_LANGUAGE', 'fr', 'languages', ['fr']],
  ['SERVICE_LANGUAGES', 'de', 'languages', ['de']],
  ['SERVICE_LANGUAGES', 'de, EN,pt-br', 'language', 'de'],
  ['SERVICE_LANGUAGES', 'de, EN,pt-br', 'languages', ['de', 'en', 'pt-BR']],
  ['SERVICE_LOG_LEVEL', 'trace', 'logLevel', 'trace'],
  ['SERVICE_LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['SERVICE_ADMIN_EMAILS', 'Ada@Example.com', 'adminEmails', ['ada@example.com']],
  ['SERVICE_ADMIN_EMAILS', 'a@x.com, b@y.org', 'adminEmails', ['a@x.com', 'b@y.org']],
  ['SERVICE_SLACK_API_URL', 'http://localhost:1/api/', 'slackApiUrl', 'http://localhost:1/api/'],
  ['SERVICE_IDP_TOKEN_URL', 'https://idp.example.com/t', 'idpTokenUrl', 'https://idp.example.com/t'],
  ['SERVICE_SLACK_BOT_TOKEN', 'xoxb-1', 'slackBotToken', 'xoxb-1'],
  ['SERVICE_MCP_BEARER_TOKEN', 'agent', 'mcpBearerToken', 'agent'],
  ['SERVICE_MCP_OAUTH', 'false', 'mcpOauth', false],
  ['SERVICE_COMMUNITY_THRESHOLD', '1', 'communityThreshold', 1],
  ['SERVICE_OFFICIAL_THRESHOLD', '25', 'officialThreshold', 25],
  ['SERVICE_STALE_THRESHOLD_DAYS', '30', 'staleThresholdDays', 30],
  ['SERVICE_DISCOVERY_LOOKBACK_DAYS', '7', 'discoveryLookbackDays', 7],
  ['SERVICE_DISCOVERY_MIN_OCCURRENCES', '5', 'discoveryMinOccurrences', 5],
]

for (const [variable, text, name, value] of accepted) {
  test(`${variable} can be "${text}"`, () => assert.equal(read({ [variable]: text })[name], value))
}

const scheme =
  'must be postgresql://user:password@host:port/database, with special characters percent-encoded (%2F for /)'
const web = 'must be an http:// or https:// URL'
const count = 'must be a whole number from 1 to 1000000'
const ranges = 'must be IP ranges such as 10.0.0.0/8, "loopback" or "private", separated by commas'
const refused: [variable: string, texts: string[], message: string][] = [
  [
    'SERVICE_DATABASE_URL',
    ['mysql://h/d', 'sqlite:///x', 'postgresql+psycopg2://h/d', 'h/d', 'postgresql:/h/d'].concat([
      'postgresql://',
      'postgresql://h:99999/d',
      'postgresql://u:100%zz@h/d',
    ]),
    scheme,
  ],
  ['SERVICE_APP_URL', ['example.com', 'ftp://example.com'], web],
  [
    'SERVICE_APP_URL',
    ['https://example.com/glossary', 'https://example.com/?a', 'https://u@example.com'],
    `${web} without a path`,
  ],
  [
    'SERVICE_APP_URL',
    ['http://glossary.example.com', 'http://10.0.0.1:8000', 'http://localhost.example.com'],
    'must be an https:// URL, unless its host is this machine or SERVICE_DEV_MODE is true',
  ],
  ['SERVICE_START_TIMEOUT_SECONDS', ['-1', '1.5'], 'must be a whole number from 0 to 86400'],
  ['SERVICE_MIGRATE', ['never'], 'must be true or false'],
  ['SERVICE_DRAIN_SECONDS', ['-1', '3601'], 'must be a whole number from 0 to 3600'],
  ['SERVICE_SECRET_KEY_PREVIOUS', ['short'], 'must have at least 32 characters'],
  ['SERVICE_DEV_MODE', ['yes', '2', 'ture'], 'must be true or false'],
  ['SERVICE_PORT', ['-1', '65536', '80.5', '0x50', '1e3', 'http'], 'must be a whole number from 0 to 65535'],
  ['SERVICE_TIMEZONE', ['Mars/Olympus', 'GMT+2', '2'], 'must be an IANA time zone such as Europe/Berlin'],
  [
    'SERVICE_LANGUAGE',
    ['en_US', 'x', 'german language', '7'],
    'must be the tag of a language (BCP 47) such as en, de or pt-BR',
  ],
  [
    'SERVICE_LANGUAGES',
    ['en,de,EN', ',', 'aa,ab,ae,af,ak,am,an,ar,as,av,ay,az,ba'],
    'must be 1 to 12 different tags of languages (BCP 47) separated by commas, such as en,de,fr',
  ],
  ['SERVICE_LOG_LEVEL', ['loud', '30'], 'must be one of fatal, error, warn, info, debug, trace, silent'],
  [
    'SERVICE_ADMIN_EMAILS',
    ['ada', 'ada@', 'a@x.com;b@y.org', 'Ada <a@x.com>'],
    'must be email addresses separated by commas',
  ],
  [
    'SERVICE_TRUSTED_PROXIES',
    ['everybody', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/0x8', '::1/129', '10.0.0'],
    ranges,
  ],
  ['SERVICE_SLACK_API_URL', ['slack.com/api', 'file:///etc/passwd'], web],
  ['SERVICE_IDP_AUTHORIZE_URL', ['nonsense'], web],
  ['SERVICE_IDP_TOKEN_URL', ['javascript:alert(1)'], web],
  ['SERVICE_IDP_USERINFO_URL', ['ftp://example.com'], web],
  ['SERVICE_COMMUNITY_THRESHOLD', ['0', '-3', 'three', '3.5', '1000001'], count],
  ['SERVICE_OFFICIAL_THRESHOLD', ['0', 'ten'], count],
  ['SERVICE_STALE_THRESHOLD_DAYS', ['0', '36501'], 'must be a whole number from 1 to 36500'],
  ['SERVICE_DISCOVERY_LOOKBACK_DAYS', ['0', '3651'], 'must be a whole number from 1 to 3650'],
  ['SERVICE_DISCOVERY_MIN_OCCURRENCES', ['0'], count],
]

for (const [variable, texts, message] of refused) {
  for (const text of texts) {
    test(`${variable} cannot be "${text}"`, () =>
      assert.is(faults({ SERVICE_SECRET_KEY: secret, [variable]: text }), `${variable} ${message}`))
  }
}

test('empty and blank mean unset, whatever the variable', () => {
  const variables = [...accepted, ...refused].map(([variable]) => variable)
  const withoutProxies = (env: Environment) => ({ ...read(env), trustedProxies: null })
  for (const nothing of ['', ' ', undefined]) {
    const env = Object.fromEntries(variables.map((variable) => [variable, nothing]))
    assert.equal(withoutProxies(env), withoutProxies({}))
  }
})

test('all invalid settings are reported, one line each', () => {
  const message = faults({
    SERVICE_DATABASE_URL: 'mysql://root:hunter2@h/d',
    SERVICE_PORT: 'http',
    SERVICE_TIMEZONE: 'Mars/Olympus',
    SERVICE_DEV_MODE: 'maybe',
  })
  const named = message.split('\n').map((line) => line.split(' ')[0])
  assert.equal(named.sort(), [
    ...['SERVICE_DATABASE_URL', 'SERVICE_DEV_MODE', 'SERVICE_PORT', 'SERVICE_SECRET_KEY'],
    ...['SERVICE_TIMEZONE'],
  ])
})

test('no message repeats a value, which may be a secret', () => {
  const env = Object.fromEntries(refused.map(([variable]) => [variable, '§hunter2']))
  const message = faults({ ...env, SERVICE_SECRET_KEY: 'hunter2' })
  assert.is(message.split('\n').length, new Set(refused.map(([variable]) => variable)).size + 1)
  assert.not.match(message, 'hunter2')
})

test('outside dev mode, the secret must not be the placeholder or short', () => {
  const key = 'SERVICE_SECRET_KEY'
  const replaced = `${key} must be a long random secret; create one with: openssl rand -base64 48`
  const tooShort = `${key} must have at least 32 characters`
  for (const missing of [undefined, '', '  ', placeholderSecret]) {
    assert.is(faults({ [key]: missing }), replaced)
  }
  assert.is(faults({ [key]: 'x'.repeat(31) }), tooShort)
  assert.is(faults({ [key]: 'x'.repeat(32) }), '')
  for (const anything of [undefined, placeholderSecret, 'short']) {
    assert.is(faults({ [key]: anything, SERVICE_DEV_MODE: 'true' }), '')
  }
})

test('in dev mode, SERVICE_APP_URL need not be an https URL', () => {
  const env = { SERVICE_DEV_MODE: 'true', SERVICE_APP_URL: 'http://glossary.example.com' }
  assert.is(read(env).appUrl, env.SERVICE_APP_URL)
})

test('variables that start with SERVICE_ and are no settings are unknown, unless they are empty', () => {
  const env = { SERVICE_PROT: '80', SERVICE_HOST_FILE: '/x', SERVICE_X: '', OTHER: 'x' }
  assert.equal(read(env).unknownVariables, ['SERVICE_PROT', 'SERVICE_HOST_FILE'])
})

test('in dev mode it listens on loopback addresses only', () => {
  const on = (host: string) => faults({ SERVICE_DEV_MODE: 'true', SERVICE_HOST: host })
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', '0:0:0:0:0:0:0:1', 'localhost']) {
    assert.is(on(host), '', host)
  }
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'fd00::1', 'localhost.example.com']) {
    assert.match(on(host), /^SERVICE_HOST must be a loopback address [^\n]*$/, host)
  }
})

test('a migration needs only the database settings', () => {
  assert.equal(readDatabaseSettings({}), {
    databaseUrl: null,
    databaseDirectUrl: null,
    dataDir: '.data',
    startTimeoutSeconds: 60,
  })
  assert.equal(readDatabaseSettings({ SERVICE_DATABASE_URL: url, SERVICE_PORT: 'x' }), {
    databaseUrl: url,
    databaseDirectUrl: null,
    dataDir: '.data',
    startTimeoutSeconds: 60,
  })
  const wrong = { SERVICE_DATABASE_URL: 'mysql://h/d' }
  assert.is(faults(wrong, readDatabaseSettings), `SERVICE_DATABASE_URL ${scheme}`)
})

test('settings are frozen', () => {
  assert.throws(() => Object.assign(read(), { devMode: true }), /read only/)
})

test.run()
