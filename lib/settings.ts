import { BlockList, isIP, isIPv6 } from 'node:net'

/** The public default of SERVICE_SECRET_KEY. */
export const placeholderSecret = 'change-me-in-production'

/** An invalid setting: the variable and what its value must be. Never contains the value. */
export type InvalidSetting = { variable: string; message: string }

/** The settings are invalid. The message has one line per invalid setting. */
export class SettingsError extends Error {
  readonly invalid: readonly InvalidSetting[]

  constructor(invalid: readonly InvalidSetting[]) {
    super(invalid.map(({ variable, message }) => `${variable} ${message}`).join('\n'))
    this.invalid = invalid
  }
}

export type Settings = ReturnType<typeof readSettings>

/** Variables by name, as in `process.env`. Empty means unset. */
export type Environment = Record<string, string | undefined>

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

function readSome<Some>(env: Environment, read: (setting: Reader) => Some): Some {
  const { setting, invalid } = createReader(env)
  const some = read(setting)
  if (invalid.length > 0) throw new SettingsError(invalid)
  return some
}

const appUrl = (setting: Reader) => setting('SERVICE_APP_URL', 'http://localhost:8000', origin)

const databaseSettings = (setting: Reader) => ({
  databaseUrl: setting('SERVICE_DATABASE_URL', null, databaseUrl),
  dataDir: setting('SERVICE_DATA_DIR', '.data', String),
})

type Reader = <Value>(variable: string, fallback: Value, parse: (text: string) => Value) => Value

function createReader(env: Environment) {
  const invalid: InvalidSetting[] = []
  /** Reads a variable. If the value is invalid, `parse` throws an error that says what it must be. */
  const setting: Reader = (variable, fallback, parse) => {
    const text = env[variable]?.trim()
    if (!text) return fallback
    try {
      return parse(text)
    } catch (error) {
      invalid.push({ variable, message: error instanceof Error ? error.message : String(error) })
      return fallback
    }
  }
  return { setting, invalid }
}

/**
 * Reads the settings (contract, section 2).
 *
 * @returns the settings, validated and frozen
 * @throws SettingsError that names every invalid setting
 */
export function readSettings(env: Environment) {
  const { setting, invalid } = createReader(env)
  const devMode = setting('SERVICE_DEV_MODE', false, flag)
  const settings = {
    ...databaseSettings(setting),
    secretKey: setting('SERVICE_SECRET_KEY', placeholderSecret, String),
    appUrl: appUrl(setting),
    devMode,
    host: setting('SERVICE_HOST', '127.0.0.1', String),
    port: setting('SERVICE_PORT', 8000, integer(0, 65_535)),
    timezone: setting('SERVICE_TIMEZONE', 'UTC', timezone),
    rateLimit: setting('SERVICE_RATE_LIMIT', 1200, integer(0, 1_000_000)),
    privateAddresses: setting('SERVICE_PRIVATE_ADDRESSES', false, flag),
    wanted: setting('SERVICE_WANTED', true, flag),
    logLevel: setting('SERVICE_LOG_LEVEL', 'info', oneOf(logLevels)),
    adminEmails: setting('SERVICE_ADMIN_EMAILS', [], emails),
    trustedProxies: setting('SERVICE_TRUSTED_PROXIES', proxies('loopback'), proxies),
    slackClientId: setting('SERVICE_SLACK_CLIENT_ID', null, String),
    slackClientSecret: setting('SERVICE_SLACK_CLIENT_SECRET', null, String),
    slackBotToken: setting('SERVICE_SLACK_BOT_TOKEN', null, String),
    slackSigningSecret: setting('SERVICE_SLACK_SIGNING_SECRET', null, String),
    slackApiUrl: setting('SERVICE_SLACK_API_URL', 'https://slack.com/api/', webUrl),
    idpAuthorizeUrl: setting(
      'SERVICE_IDP_AUTHORIZE_URL',
      'https://slack.com/openid/connect/authorize',
      webUrl,
    ),
    idpTokenUrl: setting(
      'SERVICE_IDP_TOKEN_URL',
      'https://slack.com/api/openid.connect.token',
      webUrl,
    ),
    idpUserinfoUrl: setting(
      'SERVICE_IDP_USERINFO_URL',
      'https://slack.com/api/openid.connect.userInfo',
      webUrl,
    ),
    mcpOauth: setting('SERVICE_MCP_OAUTH', true, flag),
    mcpBearerToken: setting('SERVICE_MCP_BEARER_TOKEN', null, bearerToken),
    editing: setting('SERVICE_EDITING', 'protected', oneOf(['protected', 'open'])),
    communityThreshold: setting('SERVICE_COMMUNITY_THRESHOLD', 3, integer(1, 1_000_000)),
    officialThreshold: setting('SERVICE_OFFICIAL_THRESHOLD', 10, integer(1, 1_000_000)),
    staleThresholdDays: setting('SERVICE_STALE_THRESHOLD_DAYS', 180, integer(1, 36_500)),
    digestHour: setting('SERVICE_DIGEST_HOUR', 9, integer(0, 23)),
    discoveryLookbackDays: setting('SERVICE_DISCOVERY_LOOKBACK_DAYS', 90, integer(1, 3_650)),
    discoveryMinOccurrences: setting('SERVICE_DISCOVERY_MIN_OCCURRENCES', 3, integer(1, 1_000_000)),
  }

  if (!devMode && settings.secretKey === placeholderSecret) {
    invalid.push({
      variable: 'SERVICE_SECRET_KEY',
      message: 'must be a long random secret; create one with: openssl rand -base64 48',
    })
  } else if (!devMode && settings.secretKey.length < 32) {
    invalid.push({ variable: 'SERVICE_SECRET_KEY', message: 'must have at least 32 characters' })
  }
  if (devMode && !isLoopback(settings.host)) {
    invalid.push({
      variable: 'SERVICE_HOST',
      message: 'must be a loopback address (127.0.0.1) while SERVICE_DEV_MODE is true',
    })
  }
  if (invalid.length > 0) throw new SettingsError(invalid)
  return Object.freeze(settings)
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The peers whose X-Forwarded-For and X-Real-IP headers are trusted. */
export type TrustedProxies = { includes(address: string): boolean }

function flag(text: string) {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0)$/i.test(text)) return false
  throw new Error('must be true or false')
}

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`must be a whole number from ${min} to ${max}`)
}

const oneOf =
  <const Values extends readonly string[]>(values: Values) =>
  (text: string): Values[number] => {
    if (values.includes(text)) return text
    throw new Error(`must be one of ${values.join(', ')}`)
  }

/** Also accepts the URLs of other drivers, so that existing .env files keep working. */
function databaseUrl(text: string): string {
  const match = /^(?:postgresql\+asyncpg|postgresql|postgres):(\/\/.+)$/.exec(text)
  if (match?.[1] && URL.canParse(`postgresql:${match[1]}`) && isDecodable(match[1])) {
    return `postgresql:${match[1]}`
  }
  throw new Error('must be postgresql://user:password@host:port/database')
}

function isDecodable(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function webUrl(text: string) {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error('must be an http:// or https:// URL')
}

/** Any printable ASCII except spaces: more than RFC 6750, section 2.1, allows, because existing tokens vary. */
function bearerToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new Error('must be printable ASCII characters without spaces')
}

function origin(text: string) {
  const url = new URL(webUrl(text))
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be an http:// or https:// URL without a path')
  }
  return url.origin
}

function timezone(text: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new Error('must be an IANA time zone such as Europe/Berlin')
  }
}

function emails(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim().toLowerCase())
  if (addresses.every((address) => /^[^\s@]+@[^\s@]+$/.test(address))) return addresses
  throw new Error('must be email addresses separated by commas')
}

const proxyWords: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
}

function proxies(text: string): TrustedProxies {
  const list = new BlockList()
  const items = text.split(',').map((item) => item.trim())
  for (const range of items.flatMap((item) => proxyWords[item] ?? item)) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(range) ?? []
    const family = isIP(address)
    const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
    try {
      list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
    } catch {
      throw new Error(
        'must be IP ranges such as 10.0.0.0/8, "loopback" or "private", separated by commas',
      )
    }
  }
  return { includes: createAddressCheck(list) }
}

const maxRemembered = 100

/**
 * Returns a function that tells whether a list contains an address. It remembers addresses, because it is called for
 * every request, and checking one takes a tenth of the time of a small request.
 */
function createAddressCheck(list: BlockList): (address: string) => boolean {
  const remembered = new Map<string, boolean>()
  return (address) => {
    const known = remembered.get(address)
    if (known !== undefined) return known
    const isInList = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(address, isInList)
    return isInList
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
const isInLoopback = createAddressCheck(loopback)

/** Whether a host name or IP address, also in brackets, is that of this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (/^(.+\.)?localhost$/i.test(address)) return true
  return isInLoopback(address)
}
