import { createSettingReader, type Environment, type SettingReader, SettingsError } from './setting-reader.ts'
import {
  bearerToken,
  databaseUrl,
  domains,
  emails,
  flag,
  integer,
  issuer,
  language,
  languages,
  list,
  oneOf,
  origin,
  scopes,
  timezone,
  webUrl,
} from './setting-values.ts'
import { isLoopback, proxies } from './trusted-proxies.ts'

export { type Environment, SettingsError } from './setting-reader.ts'

/** The public default of SERVICE_SECRET_KEY. */
export const placeholderSecret = 'change-me-in-production'

export type Settings = ReturnType<typeof readSettings>

/**
 * Reads the settings of the database, which are all that a migration needs.
 *
 * @throws SettingsError
 */
export const readDatabaseSettings = (env: Environment) => readSome(env, databaseSettings)

/**
 * Reads the public URL, which is all that the manifest of the Slack app needs.
 *
 * @throws SettingsError
 */
export const readAppUrl = (env: Environment) => readSome(env, appUrl)

function readSome<Some>(env: Environment, read: (reader: SettingReader) => Some): Some {
  const reader = createSettingReader(env)
  const some = read(reader)
  if (reader.invalid.length > 0) throw new SettingsError(reader.invalid)
  return some
}

/**
 * Reads what a document needs to know of the service.
 *
 * @throws SettingsError
 */
export const readExportSettings = (env: Environment) =>
  readSome(env, (reader) => ({ appUrl: appUrl(reader), ...languageSettings(reader) }))

/** The language of the glossary, and all languages, of which it is the first. */
function languageSettings({ setting }: SettingReader) {
  const alone = setting('SERVICE_LANGUAGE', 'en', language)
  const all = setting('SERVICE_LANGUAGES', [alone], languages)
  return { language: all[0] ?? alone, languages: all }
}

const appUrl = ({ setting }: SettingReader) => setting('SERVICE_APP_URL', 'http://localhost:8000', origin)

function databaseSettings(reader: SettingReader) {
  const { setting, secret } = reader
  const settings = {
    databaseUrl: secret('SERVICE_DATABASE_URL', null, databaseUrl),
    databaseDirectUrl: secret('SERVICE_DATABASE_DIRECT_URL', null, databaseUrl),
    dataDir: setting('SERVICE_DATA_DIR', '.data', String),
    startTimeoutSeconds: setting('SERVICE_START_TIMEOUT_SECONDS', 60, integer(0, 86_400)),
  }
  if (settings.databaseUrl === null && settings.databaseDirectUrl !== null) {
    requirePooler(reader)
  }
  return settings
}

/** Without this, the service would use an embedded database, although a database is named. */
function requirePooler({ invalid }: SettingReader) {
  if (invalid.some(({ variable }) => /^SERVICE_DATABASE_URL(_FILE)?$/.test(variable))) return
  invalid.push({
    variable: 'SERVICE_DATABASE_DIRECT_URL',
    message:
      'must not be set without SERVICE_DATABASE_URL, the URL of PgBouncer; without PgBouncer, set SERVICE_DATABASE_URL alone',
  })
}

/** Returns the keys that may have signed or encrypted something, the current one first. */
export const secretKeys = ({
  secretKey,
  previousSecretKey,
}: Pick<Settings, 'secretKey' | 'previousSecretKey'>): string[] =>
  previousSecretKey === null ? [secretKey] : [secretKey, previousSecretKey]

/**
 * Reads the settings (contract, section 2).
 *
 * @returns the settings, validated and frozen
 * @throws SettingsError that names every invalid setting
 */
export function readSettings(env: Environment) {
  const reader = createSettingReader(env)
  const { setting, secret, invalid } = reader
  const devMode = setting('SERVICE_DEV_MODE', false, flag)
  const settings = {
    ...databaseSettings(reader),
    databaseConnections: setting('SERVICE_DATABASE_CONNECTIONS', 26, integer(10, 1000)),
    secretKey: secret('SERVICE_SECRET_KEY', placeholderSecret, String),
    previousSecretKey: secret('SERVICE_SECRET_KEY_PREVIOUS', null, String),
    appUrl: appUrl(reader),
    devMode,
    host: setting('SERVICE_HOST', '127.0.0.1', String),
    port: setting('SERVICE_PORT', 8000, integer(0, 65_535)),
    metricsToken: secret('SERVICE_METRICS_TOKEN', null, bearerToken),
    metricsPort: setting('SERVICE_METRICS_PORT', null, integer(1, 65_535)),
    drainSeconds: setting('SERVICE_DRAIN_SECONDS', 0, integer(0, 3600)),
    timezone: setting('SERVICE_TIMEZONE', 'UTC', timezone),
    ...languageSettings(reader),
    rateLimit: setting('SERVICE_RATE_LIMIT', 1200, integer(0, 1_000_000)),
    privateAddresses: setting('SERVICE_PRIVATE_ADDRESSES', false, flag),
    wanted: setting('SERVICE_WANTED', true, flag),
    auditRetentionDays: setting('SERVICE_AUDIT_RETENTION_DAYS', null, integer(1, 36_500)),
    migrate: setting('SERVICE_MIGRATE', true, flag),
    logLevel: setting('SERVICE_LOG_LEVEL', 'info', oneOf(logLevels)),
    adminEmails: setting('SERVICE_ADMIN_EMAILS', [], emails),
    trustedProxies: setting('SERVICE_TRUSTED_PROXIES', proxies('loopback'), proxies),
    slackClientId: setting('SERVICE_SLACK_CLIENT_ID', null, String),
    slackClientSecret: secret('SERVICE_SLACK_CLIENT_SECRET', null, String),
    slackBotToken: secret('SERVICE_SLACK_BOT_TOKEN', null, String),
    slackSigningSecret: secret('SERVICE_SLACK_SIGNING_SECRET', null, String),
    slackApiUrl: setting('SERVICE_SLACK_API_URL', 'https://slack.com/api/', webUrl),
    idpAuthorizeUrl: setting('SERVICE_IDP_AUTHORIZE_URL', 'https://slack.com/openid/connect/authorize', webUrl),
    idpTokenUrl: setting('SERVICE_IDP_TOKEN_URL', 'https://slack.com/api/openid.connect.token', webUrl),
    idpUserinfoUrl: setting('SERVICE_IDP_USERINFO_URL', 'https://slack.com/api/openid.connect.userInfo', webUrl),
    ...oidcSettings(reader),
    mcpOauth: setting('SERVICE_MCP_OAUTH', true, flag),
    mcpBearerToken: secret('SERVICE_MCP_BEARER_TOKEN', null, bearerToken),
    editing: setting('SERVICE_EDITING', 'protected', oneOf(['protected', 'open'])),
    communityThreshold: setting('SERVICE_COMMUNITY_THRESHOLD', 3, integer(1, 1_000_000)),
    officialThreshold: setting('SERVICE_OFFICIAL_THRESHOLD', 10, integer(1, 1_000_000)),
    staleThresholdDays: setting('SERVICE_STALE_THRESHOLD_DAYS', 180, integer(1, 36_500)),
    digestHour: setting('SERVICE_DIGEST_HOUR', 9, integer(0, 23)),
    discoveryLookbackDays: setting('SERVICE_DISCOVERY_LOOKBACK_DAYS', 90, integer(1, 3_650)),
    discoveryMinOccurrences: setting('SERVICE_DISCOVERY_MIN_OCCURRENCES', 3, integer(1, 1_000_000)),
  }

  if (settings.metricsPort !== null && settings.metricsPort === settings.port) {
    invalid.push({ variable: 'SERVICE_METRICS_PORT', message: 'must differ from SERVICE_PORT' })
  }
  if (!devMode) {
    requireSecret(reader, 'SERVICE_SECRET_KEY', settings.secretKey)
    if (settings.previousSecretKey !== null) {
      requireSecret(reader, 'SERVICE_SECRET_KEY_PREVIOUS', settings.previousSecretKey)
    }
    requirePublicUrl(reader, settings.appUrl)
  }
  if (devMode && !isLoopback(settings.host)) {
    invalid.push({
      variable: 'SERVICE_HOST',
      message: 'must be a loopback address (127.0.0.1) while SERVICE_DEV_MODE is true',
    })
  }
  if (invalid.length > 0) throw new SettingsError(invalid)
  return Object.freeze({ ...settings, unknownVariables: reader.unread() })
}

function requireSecret({ invalid }: SettingReader, variable: string, secret: string) {
  if (invalid.some((each) => [variable, `${variable}_FILE`].includes(each.variable))) return
  if (secret === placeholderSecret) {
    invalid.push({ variable, message: 'must be a long random secret; create one with: openssl rand -base64 48' })
  } else if (secret.length < 32) {
    invalid.push({ variable, message: 'must have at least 32 characters' })
  }
}

/** Without TLS, browsers do not send the login cookie, and anyone on the network can read the sessions. */
function requirePublicUrl({ invalid }: SettingReader, url: string) {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname)) return
  invalid.push({
    variable: 'SERVICE_APP_URL',
    message: 'must be an https:// URL, unless its host is this machine or SERVICE_DEV_MODE is true',
  })
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the settings of logins with an OpenID provider (contract, section 19). */
const oidcSettings = ({ setting, secret }: SettingReader) => ({
  oidcIssuer: setting('SERVICE_OIDC_ISSUER', null, issuer),
  oidcClientId: setting('SERVICE_OIDC_CLIENT_ID', null, String),
  oidcClientSecret: secret('SERVICE_OIDC_CLIENT_SECRET', null, String),
  oidcName: setting('SERVICE_OIDC_NAME', 'your company account', String),
  oidcScopes: setting('SERVICE_OIDC_SCOPES', 'openid email profile', scopes),
  oidcAllowedDomains: setting('SERVICE_OIDC_ALLOWED_DOMAINS', [], domains),
  oidcGroupsClaim: setting('SERVICE_OIDC_GROUPS_CLAIM', 'groups', String),
  oidcAdminGroups: setting('SERVICE_OIDC_ADMIN_GROUPS', [], list),
  oidcEditorGroups: setting('SERVICE_OIDC_EDITOR_GROUPS', [], list),
})
