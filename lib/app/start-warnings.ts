import type { Settings } from './settings.ts'
import { isLoopback } from './trusted-proxies.ts'

/** Returns what is probably wrong with the settings, a sentence each (contract, section 19). */
export function startWarnings(settings: Settings): string[] {
  const { unknownVariables, devMode, databaseUrl, appUrl } = settings
  const warnings = unknownVariables.map(
    (name) => `${name} is not a setting of this version: check its spelling in .env.example`,
  )
  warnings.push(...halfSetProviders(settings), ...doubtfulValues(settings))
  if (devMode) return warnings
  if (databaseUrl === null) {
    warnings.push('SERVICE_DATABASE_URL is not set: an embedded PostgreSQL keeps the data, which is meant for trials')
  }
  if (isLoopback(new URL(appUrl).hostname)) {
    warnings.push(`SERVICE_APP_URL is ${appUrl}: only browsers on this machine can log in`)
  }
  return warnings
}

/** Addresses of the internet: whoever lists all of one kind trusts everybody. */
const strangers = [
  ['8.8.8.8', '93.184.215.14', '151.101.1.69', '203.0.113.1'],
  ['2606:4700::1111', '2a00:1450::1'],
]

/** Secrets that were drawn at random have more different signs. */
const minSigns = 8

/** So few requests a minute that someone who opens some pages is refused. */
const minRate = 60

/** Returns a sentence for each value that is valid, but hardly what anyone means. */
function doubtfulValues(settings: Settings): string[] {
  const { trustedProxies, secretKey, previousSecretKey, devMode } = settings
  const { officialThreshold, communityThreshold, rateLimit, logLevel } = settings
  const { oidcIssuer, oidcScopes, slackApiUrl, slackSigningSecret, slackBotToken } = settings
  const trusts = (addresses: readonly string[]) => addresses.every((address) => trustedProxies.includes(address))
  const isGuessed = (secret: string | null) => !devMode && secret !== null && new Set(secret).size < minSigns
  const isSlacks = new URL(slackApiUrl).host === 'slack.com'
  const doubts: [isDoubtful: boolean, warning: string][] = [
    [
      strangers.some(trusts),
      'SERVICE_TRUSTED_PROXIES trusts everybody: anyone can pretend to have any address, and so escape the limits',
    ],
    [
      isGuessed(secretKey),
      `SERVICE_SECRET_KEY has fewer than ${minSigns} different signs: whoever guesses it can log in as anyone`,
    ],
    [
      isGuessed(settings.mcpBearerToken),
      `SERVICE_MCP_BEARER_TOKEN has fewer than ${minSigns} different signs: whoever guesses it can read all terms`,
    ],
    [
      isGuessed(settings.metricsToken),
      `SERVICE_METRICS_TOKEN has fewer than ${minSigns} different signs: whoever guesses it can read the metrics`,
    ],
    [
      previousSecretKey === secretKey,
      'SERVICE_SECRET_KEY_PREVIOUS is SERVICE_SECRET_KEY itself: one of them has to be the other key, see docs/security.md',
    ],
    [
      rateLimit > 0 && rateLimit < minRate,
      `SERVICE_RATE_LIMIT is ${rateLimit} a minute: whoever opens some pages is refused`,
    ],
    [
      settings.metricsPort !== null && /^(?:0\.0\.0\.0|::)$/.test(settings.host),
      'SERVICE_METRICS_PORT is open to everybody who reaches this machine: SERVICE_HOST is every address, and the port asks for no token',
    ],
    [logLevel === 'silent', 'SERVICE_LOG_LEVEL is silent: nothing says what fails'],
    [
      oidcIssuer !== null && !oidcScopes.split(' ').includes('email'),
      'SERVICE_OIDC_SCOPES lacks email: without an email address, nobody gets an account',
    ],
    [
      isSlacks && slackSigningSecret !== null && !/^[\da-f]{32}$/i.test(slackSigningSecret),
      'SERVICE_SLACK_SIGNING_SECRET has not the form of one, 32 hexadecimal digits: requests from Slack are refused',
    ],
    [
      isSlacks && slackBotToken !== null && !slackBotToken.startsWith('xoxb-'),
      'SERVICE_SLACK_BOT_TOKEN is no token of a bot, which begins with xoxb-: messages would come from a person',
    ],
    [
      officialThreshold < communityThreshold,
      `SERVICE_OFFICIAL_THRESHOLD is ${officialThreshold}, below SERVICE_COMMUNITY_THRESHOLD, ${communityThreshold}: a community term has the votes for official at once`,
    ],
  ]
  return doubts.flatMap(([isDoubtful, warning]) => (isDoubtful ? [warning] : []))
}

/** Returns a sentence for each identity provider of which some settings are missing: nobody can log in with it. */
function halfSetProviders(settings: Settings): string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, slackClientId, slackClientSecret } = settings
  const providers: Record<string, string | null>[] = [
    {
      SERVICE_OIDC_ISSUER: oidcIssuer,
      SERVICE_OIDC_CLIENT_ID: oidcClientId,
      SERVICE_OIDC_CLIENT_SECRET: oidcClientSecret,
    },
    { SERVICE_SLACK_CLIENT_ID: slackClientId, SERVICE_SLACK_CLIENT_SECRET: slackClientSecret },
  ]
  return providers.flatMap((provider) => {
    const names = Object.keys(provider)
    const missing = names.filter((name) => provider[name] === null)
    if (missing.length === 0 || missing.length === names.length) return []
    const set = names.filter((name) => !missing.includes(name))
    return [
      `${listed(set)} ${set.length > 1 ? 'are' : 'is'} set, but not ${listed(missing)}: nobody can log in with this identity provider, see docs/login.md`,
    ]
  })
}

const listed = (names: string[]) => names.join(' and ')
