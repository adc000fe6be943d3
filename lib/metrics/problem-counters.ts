import { Counter, type Registry } from 'prom-client'

/** A response that has begun. */
type Served = {
  /** the pattern of the path; undefined if no endpoint has it */
  route: string | undefined
  method: string
  status: number
  /** of an error */
  code: string | undefined
  /** whether the Host header was refused */
  isHostRefused: boolean
  /** whether it answers a machine that asks every few seconds */
  isProbe: boolean
  seconds: number
}

/** Where messages are delivered. */
type Channel = 'slack' | 'webhook'

export type ProblemCounters = {
  countResponse(served: Served): void
  /** Counts a connection that was closed without a response of ours. */
  countClosed(cause: string): void
  /** Counts an attempt to deliver a message that failed. @param reason as people read it */
  countFailedDelivery(channel: Channel, reason: string): void
}

/** What is counted from 0 on: an alert sees no increase in a series that begins with the first error. */
const classes = ['2xx', '3xx', '4xx', '5xx']
const providers = ['slack', 'oidc', 'dev']
const closures = ['malformed', 'slow', 'pipelined', 'unread']

/** Why a request was refused before anyone looked at what it asks for, and the codes of these problems. */
const refusals: Record<string, readonly string[]> = {
  rate_limit: ['too_many_requests'],
  busy: ['busy'],
  body: ['body_too_large', 'request_timeout'],
  host: ['dev_mode'],
  origin: ['cross_site', 'origin_not_allowed'],
  credential: [
    ...['unauthenticated', 'invalid_credentials', 'token_expired', 'inactive_user'],
    ...['bad_signature', 'dev_mode_off', 'session_required'],
  ],
  role: ['insufficient_role', 'insufficient_scope', 'forbidden', 'not_a_member'],
}
const causes = new Map(
  Object.entries(refusals).flatMap(([cause, codes]) => codes.map((code) => [code, cause] as const)),
)

const loginRoute = /^\/auth\/(slack|oidc|dev)\//
/** Not set up, the wrong method, or too many: nobody has tried to log in. */
const noLogin = new Set([404, 405, 429])

/** How many reasons are told apart in each process. */
const maxReasons = 40

/** Creates the counters of what went wrong. */
export function createProblemCounters(register: Registry): ProblemCounters {
  const registers = [register]
  const responses = new Counter({
    name: 'http_responses_total',
    help: 'Responses by the class of their status, without those of /health, /ready and /metrics.',
    labelNames: ['class'],
    registers,
  })
  const refused = new Counter({
    name: 'glossary_refusals_total',
    help: 'Requests that were refused before anyone looked at what they ask for.',
    labelNames: ['cause'],
    registers,
  })
  const logins = new Counter({
    name: 'glossary_failed_logins_total',
    help: 'Logins that failed.',
    labelNames: ['provider'],
    registers,
  })
  const closed = new Counter({
    name: 'glossary_closed_connections_total',
    help: 'Connections that were closed because of what arrived on them, or because nobody reads the response.',
    labelNames: ['cause'],
    registers,
  })
  const deliveries = new Counter({
    name: 'glossary_failed_deliveries_total',
    help: 'Attempts to deliver a message that failed.',
    labelNames: ['channel', 'reason'],
    registers,
  })
  for (const each of classes) responses.inc({ class: each }, 0)
  for (const cause of Object.keys(refusals)) refused.inc({ cause }, 0)
  for (const cause of closures) closed.inc({ cause }, 0)
  for (const provider of providers) logins.inc({ provider }, 0)
  const reasons = new Set<string>()

  return {
    countResponse({ route, status, code, isHostRefused, isProbe }) {
      if (!isProbe) responses.inc({ class: `${Math.floor(status / 100)}xx` })
      const cause = isHostRefused ? 'host' : causes.get(code ?? '')
      if (cause) refused.inc({ cause })
      const [, provider] = loginRoute.exec(route ?? '') ?? []
      if (provider && status >= 400 && !noLogin.has(status)) logins.inc({ provider })
    },
    countClosed: (cause) => closed.inc({ cause }),
    countFailedDelivery(channel, reason) {
      if (reasons.size < maxReasons) reasons.add(reason)
      deliveries.inc({ channel, reason: reasons.has(reason) ? reason : 'other' })
    },
  }
}
