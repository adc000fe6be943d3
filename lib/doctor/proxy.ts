import { randomUUID } from 'node:crypto'
import type { Settings } from '../app/settings.ts'
import { issueDoctorToken, probeTag } from '../identity/doctor-token.ts'
import { ask, type HttpAnswer, member } from './ask.ts'
import { type Check, fail, pass, reasonOf, timeoutMs } from './check.ts'

const proxyName = 'proxy'

/**
 * Finds out whether the proxy passes on all methods, and errors as they are: the service refuses us, as nobody is
 * logged in.
 */
export async function checkMethods({ appUrl }: Settings): Promise<Check[]> {
  for (const [method, path] of [
    ['PUT', 'terms'],
    ['PATCH', 'users'],
    ['DELETE', 'terms'],
  ]) {
    const { status, body } = await ask(`${appUrl}/api/v1/${path}/${nobody}`, { method })
    if (member(body, 'code') === 'unauthenticated') continue
    return [
      fail(
        'methods',
        `The proxy answers requests with ${method} itself (${status}), or changes what the service answers.`,
        'Let the proxy pass on PUT, PATCH and DELETE, and errors as they are; for nginx: remove limit_except and proxy_intercept_errors.',
      ),
    ]
  }
  // A name with a slash, whose path no route has once it is decoded.
  const { status, body } = await ask(`${appUrl}/api/v1/wanted/CI%2FCD/notify`, { method: 'POST' })
  if (member(body, 'code') === 'unauthenticated') return []
  return [
    fail(
      'paths',
      `The proxy decodes paths: names with a slash, such as CI/CD, are not found (${status}).`,
      'Let the proxy pass on paths as they are; for nginx: proxy_pass without a path and without a slash at its end, and for Apache: AllowEncodedSlashes NoDecode and nocanon.',
    ),
  ]
}

const nobody = '00000000-0000-4000-8000-000000000000'

/**
 * Finds out whether a proxy gives one person's answer to another. The requests have nothing that could keep a cache
 * from answering: nginx refuses `If-Match` itself, for what it has stored.
 */
export async function checkCache(settings: Settings): Promise<Check[]> {
  const query = `?round=${randomUUID()}`
  const tags: (string | null)[] = []
  for (const number of [0, 1]) {
    const { status, headers, tag } = await probe(settings, number, query, false)
    // Those of a service that does not know us are another finding.
    if (number === 0 && status !== 200) return []
    if (status !== 200) return [cached(`the second of two people got ${status}`)]
    const got = headers.get('etag')
    if (got !== null && tags.includes(got)) return [cached('it gave the answer to one credential to another')]
    tags.push(got === tag ? got : null)
  }
  return []
}

const cached = (how: string) =>
  fail(
    proxyName,
    `The proxy caches: ${how}, so that people see what is for others.`,
    'Turn off the cache of the proxy for this site; for nginx: remove proxy_cache and proxy_ignore_headers.',
  )

/** Asks the running service which of the headers of a proxy arrive, and compares its answers with what it has sent. */
export async function checkProxy(settings: Settings): Promise<Check> {
  const { appUrl } = settings
  const failed = (detail: string, fix: string) => fail(proxyName, detail, fix)
  const first = await probe(settings, 2)
  const { status, body } = first
  if (status !== 200) {
    return failed(
      `The running service does not accept our SERVICE_SECRET_KEY (${status}).`,
      'Restart the service, so that it reads the same settings, check the clocks, and let the proxy pass on Authorization.',
    )
  }
  const withCookie = await probe(settings, 3, '?cookie=true')
  if (withCookie.status !== 200) {
    return failed(
      `The proxy answers a request of its own accord (${withCookie.status}).`,
      'Let the proxy pass on all requests to the service.',
    )
  }
  const [client, forwarded, host] = ['client', 'forwarded_for', 'host'].map((name) =>
    String(member(body, name) ?? ''),
  ) as [string, string, string]
  const expected = new URL(appUrl)
  if (host !== expected.host) {
    return failed(
      `The proxy sends the header Host as "${host}", not as "${expected.host}".`,
      'Let the proxy pass on Host; for nginx: proxy_set_header Host $host;',
    )
  }
  const changed = findChange(first, withCookie)
  if (changed) return changed
  if (forwarded) return checkForwarded(client, forwarded)
  return expected.protocol === 'http:'
    ? pass(proxyName, 'There is no proxy before the service.')
    : failed(
        'The proxy does not say whose requests it passes on, so that all people share the limits of one address.',
        'Let the proxy send X-Forwarded-For; for nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      )
}

type Probe = HttpAnswer & { tag: string }

/**
 * Requests the page of the running service that is for us.
 *
 * @param number makes the credential differ from those of the other requests
 */
async function probe(
  { appUrl, secretKey }: Settings,
  number: number,
  query = '',
  withMatch = true,
  waitMs = timeoutMs,
): Promise<Probe> {
  const token = issueDoctorToken(secretKey, new Date(Date.now() + number))
  const tag = probeTag(token)
  const cookie = `doctor=${tag}`
  const headers = { authorization: `Bearer ${token}`, cookie, ...(withMatch && { 'if-match': tag }) }
  const signal = AbortSignal.timeout(waitMs)
  return { ...(await ask(`${appUrl}/health/client${query}`, { headers, signal })), tag }
}

/** Whether the headers that protect readers are those that the service sends. */
const isProtected = (headers: Headers) =>
  headers.get('content-type')?.startsWith('application/json') &&
  headers.get('x-content-type-options') === 'nosniff' &&
  /^default-src 'none';[^,]*frame-ancestors 'none'[^,]*$/.test(headers.get('content-security-policy') ?? '')

/** Returns what a proxy has done to the answers, if anything. */
function findChange(first: Probe, withCookie: Probe): Check | undefined {
  const tagOf = ({ headers }: Probe) => headers.get('etag')
  const faults: [isFault: boolean, detail: string, fix: string][] = [
    [
      tagOf(first) !== first.tag,
      `The proxy changes or removes the header ETag (${tagOf(first) ?? 'none'}), so that edits by programs fail.`,
      'Let the proxy pass on answers as they are, without compressing them: the service does that.',
    ],
    [
      member(first.body, 'if_match') !== first.tag,
      'The proxy drops the header If-Match of requests, so that programs overwrite what others have changed.',
      'Let the proxy pass on If-Match.',
    ],
    [
      !isProtected(first.headers),
      'The proxy changes Content-Security-Policy, Content-Type or X-Content-Type-Options, which protect readers from scripts of others.',
      'Let the proxy pass on these headers as they are, and add none of its own; for nginx: remove add_header and proxy_hide_header.',
    ],
    [
      !String(member(first.body, 'cookie')).includes(first.tag),
      'The proxy drops the header Cookie of requests, so that nobody stays logged in.',
      'Let the proxy pass on Cookie.',
    ],
    [
      !withCookie.headers.getSetCookie().some((cookie) => cookie.includes(withCookie.tag)),
      'The proxy drops the header Set-Cookie of answers, so that nobody can log in.',
      'Let the proxy pass on Set-Cookie; for nginx: remove proxy_hide_header and proxy_ignore_headers.',
    ],
  ]
  const found = faults.find(([isFault]) => isFault)
  return found && fail(proxyName, found[1], found[2])
}

const patienceName = 'patience'

/**
 * Checks that the proxy waits for answers that take long, as imports and searches of agents do. Not for the service
 * itself, whose page would take as long.
 *
 * @param delayMs how long the answer takes
 */
export async function checkPatience(settings: Settings, delayMs: number): Promise<Check[]> {
  const asked = probe(settings, 4, `?delay_ms=${delayMs}`, true, delayMs + timeoutMs)
  const outcome = await asked.then(({ status }) => String(status), reasonOf)
  const seconds = `${delayMs / 1000} seconds`
  if (outcome === '200') return [pass(patienceName, `Answers that take ${seconds} arrive.`)]
  if (outcome === '401') return [] // The service does not know us, which is another finding, and does not wait.
  return [
    fail(
      patienceName,
      `An answer that takes ${seconds} does not arrive (${outcome}).`,
      'Let the proxy wait for two minutes, as imports do; for nginx: proxy_read_timeout 130s;',
    ),
  ]
}

const checkForwarded = (client: string, forwarded: string): Check =>
  forwarded.split(',').some((hop) => hop.trim() === client)
    ? pass(proxyName, `The proxy is trusted: the service sees our address as ${client}.`)
    : fail(
        proxyName,
        `The service does not trust the proxy at ${client}, so that all people share the limits of one address.`,
        `Add ${client} to SERVICE_TRUSTED_PROXIES.`,
      )
