import type { Settings } from '../app/settings.ts'
import { issueDoctorToken, probeTag } from '../identity/doctor-token.ts'
import { paths } from '../oauth/metadata.ts'
import { maxFile } from '../schemas/import.ts'
import { type Check, fail, pass, reasonOf, timeoutMs } from './check.ts'

type HttpAnswer = { status: number; headers: Headers; body: unknown }

/** Checks what clients meet at SERVICE_APP_URL: the service, its proxy, and how agents learn to log in. */
export async function checkPublicAddress(settings: Settings, version: string): Promise<Check[]> {
  const address = await checkAddress(settings, version)
  if (!address.ok) return [address]
  const checks = [checkReadiness, checkProxy, checkMethods, checkAgents]
  return [address, ...(await Promise.all(checks.map((check) => check(settings)))).flat()]
}

const ask = async (url: string, init: RequestInit = {}): Promise<HttpAnswer> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { redirect: 'manual', signal, ...init })
  const { status, headers } = response
  return { status, headers, body: parseJson(await response.text()) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A member of a JSON object, if it is one. */
const member = (body: unknown, name: string): unknown => Object(body)[name]

const addressName = 'public address'

async function checkAddress({ appUrl, host, port }: Settings, version: string): Promise<Check> {
  const failed = (detail: string, fix: string) => fail(addressName, detail, fix)
  try {
    const { status, headers, body } = await ask(`${appUrl}/health`)
    const running = member(body, 'version')
    if (status >= 502 && status <= 504) {
      return failed(
        `The proxy at ${appUrl} cannot reach the service (${status}).`,
        `Start the service, and let the proxy pass requests on to http://${host}:${port}.`,
      )
    }
    if (status >= 300 && status < 400) {
      return failed(
        `${appUrl} redirects to ${headers.get('location')}.`,
        'Set SERVICE_APP_URL to the URL that people see in their browser.',
      )
    }
    if (member(body, 'code') === 'dev_mode') {
      return failed(
        `The service at ${appUrl} runs in development mode, which serves browsers on its own machine alone.`,
        'Remove SERVICE_DEV_MODE, and restart the service.',
      )
    }
    if (status !== 200 || typeof running !== 'string') {
      return failed(
        `Something else than the glossary responds at ${appUrl} (${status}).`,
        'Correct SERVICE_APP_URL, or the proxy, so that this URL leads to the glossary.',
      )
    }
    return running === version
      ? pass(addressName, `Version ${running} responds at ${appUrl}.`)
      : failed(
          `Version ${running} responds at ${appUrl}, and the files here are those of ${version}.`,
          'Restart the service.',
        )
  } catch (error) {
    return failed(`${appUrl} cannot be reached: ${reasonOf(error)}.`, fixOf(error))
  }
}

function fixOf(error: unknown): string {
  const { code } = Object((error as Error).cause) as { code?: unknown }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'Add the host to your DNS, or correct SERVICE_APP_URL.'
  }
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(String(code))) {
    return 'Give the proxy a certificate for this host that browsers trust. For an authority of your own, set NODE_EXTRA_CA_CERTS.'
  }
  return 'Start the service and its proxy, and correct SERVICE_APP_URL if it is not their URL.'
}

/** Finds out whether the running service can do its work, which it knows best. */
async function checkReadiness({ appUrl }: Settings): Promise<Check[]> {
  const { status, body } = await ask(`${appUrl}/ready`)
  if (status === 200) return []
  const [code, detail] = [member(body, 'code') ?? status, member(body, 'detail') ?? '']
  return [
    fail(
      'ready',
      `The running service cannot do its work (${code}). ${detail}`.trim(),
      'See the log of the service, and the codes in docs/contract.md, section 18.',
    ),
  ]
}

const proxyName = 'proxy'

/** Finds out whether the proxy passes on all methods, and errors as they are: the service refuses us, as nobody is logged in. */
async function checkMethods({ appUrl }: Settings): Promise<Check[]> {
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
  return []
}

const nobody = '00000000-0000-4000-8000-000000000000'

/** Asks the running service which of the headers of a proxy arrive, and compares its answers with what it has sent. */
async function checkProxy(settings: Settings): Promise<Check> {
  const { appUrl } = settings
  const failed = (detail: string, fix: string) => fail(proxyName, detail, fix)
  // One after the other: a proxy that keeps answers gives the first to whoever asks next.
  const first = await probe(settings, 0)
  const { status, body } = first
  if (status !== 200) {
    return failed(
      `The running service does not accept our SERVICE_SECRET_KEY (${status}).`,
      'Restart the service, so that it reads the same settings, check the clocks, and let the proxy pass on Authorization.',
    )
  }
  const second = await probe(settings, 1)
  const withCookie = await probe(settings, 2, '?cookie=true')
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
  const changed = findChange(first, second, withCookie)
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
async function probe({ appUrl, secretKey }: Settings, number: number, query = ''): Promise<Probe> {
  const token = issueDoctorToken(secretKey, new Date(Date.now() + number))
  const tag = probeTag(token)
  const cookie = `doctor=${tag}`
  const headers = { authorization: `Bearer ${token}`, cookie, 'if-match': tag }
  return { ...(await ask(`${appUrl}/health/client${query}`, { headers })), tag }
}

/** Whether the headers that protect readers are those that the service sends. */
const isProtected = (headers: Headers) =>
  headers.get('content-type')?.startsWith('application/json') &&
  headers.get('x-content-type-options') === 'nosniff' &&
  /^default-src 'none';[^,]*frame-ancestors 'none'[^,]*$/.test(
    headers.get('content-security-policy') ?? '',
  )

/** Returns what a proxy has done to the answers, if anything. */
function findChange(first: Probe, second: Probe, withCookie: Probe): Check | undefined {
  const tagOf = ({ headers }: Probe) => headers.get('etag')
  const faults: [isFault: boolean, detail: string, fix: string][] = [
    [
      tagOf(first) !== null && tagOf(second) === tagOf(first),
      'The proxy caches: it gave the answer to one credential to another, so that people see what is for others.',
      'Turn off the cache of the proxy for this site; for nginx: remove proxy_cache and proxy_ignore_headers.',
    ],
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
 * Checks that the proxy waits for answers that take long, as imports and searches of agents do. Not for the service itself,
 * whose page would take as long.
 *
 * @param delayMs how long the answer takes
 */
export async function checkPatience(settings: Settings, delayMs: number): Promise<Check> {
  const asked = probe(settings, 3, `?delay_ms=${delayMs}`)
  const outcome = await asked.then(({ status }) => String(status), reasonOf)
  const seconds = `${delayMs / 1000} seconds`
  return outcome === '200'
    ? pass(patienceName, `Answers that take ${seconds} arrive.`)
    : fail(
        patienceName,
        `An answer that takes ${seconds} does not arrive (${outcome}).`,
        'Let the proxy wait for a minute; for nginx: proxy_read_timeout 60s;',
      )
}

const checkForwarded = (client: string, forwarded: string): Check =>
  forwarded.split(',').some((hop) => hop.trim() === client)
    ? pass(proxyName, `The proxy is trusted: the service sees our address as ${client}.`)
    : fail(
        proxyName,
        `The service does not trust the proxy at ${client}, so that all people share the limits of one address.`,
        `Add ${client} to SERVICE_TRUSTED_PROXIES.`,
      )

const agentsName = 'agents'

/** Checks that an agent without a credential learns at /mcp where to log in. */
async function checkAgents({ appUrl, mcpOauth }: Settings): Promise<Check> {
  const failed = (detail: string, fix: string) => fail(agentsName, detail, fix)
  const { status, headers } = await ask(`${appUrl}/mcp`, { method: 'POST' })
  if (status !== 401) {
    return failed(
      `${appUrl}/mcp responds with ${status} to a request without a credential, not with 401.`,
      'Let the proxy pass on /mcp unchanged.',
    )
  }
  if (!mcpOauth) return pass(agentsName, 'Agents need a token, because SERVICE_MCP_OAUTH is false.')
  const metadataUrl = appUrl + paths.protectedResource
  if (!headers.get('www-authenticate')?.includes(`resource_metadata="${metadataUrl}"`)) {
    return failed(
      `The header WWW-Authenticate of ${appUrl}/mcp is missing or changed, so that agents cannot log in.`,
      'Let the proxy pass on this header, and restart the service if SERVICE_APP_URL has changed.',
    )
  }
  const metadata = await ask(metadataUrl)
  return member(metadata.body, 'resource') === `${appUrl}/mcp`
    ? pass(agentsName, `Agents learn at ${appUrl}/mcp how to log in.`)
    : failed(
        `${metadataUrl} does not describe ${appUrl}/mcp (${metadata.status}).`,
        'Let the proxy pass on /.well-known/ unchanged.',
      )
}

const filesName = 'files'
/** How long the file may take: it is sent in time at 3 Mbit/s. */
const fileTimeoutMs = 60_000

/**
 * Checks that the proxy passes on the largest file that can be imported. The service refuses it: nobody is logged in. Not for the
 * service itself, whose other requests would wait while it sends.
 */
export async function checkFiles({ appUrl }: Settings): Promise<Check> {
  const body = new Uint8Array(maxFile.bytes)
  const signal = AbortSignal.timeout(fileTimeoutMs)
  const sent = ask(`${appUrl}/api/v1/import`, { method: 'POST', body, signal })
  // Some proxies close the connection while the body is still being sent.
  const outcome = await sent.then(({ status }) => String(status), reasonOf)
  const size = `${maxFile.bytes / 1024 ** 2} MiB`
  if (outcome === '401') return pass(filesName, `Files of ${size} reach the service.`)
  const detail = `A file of ${size} does not reach the service (${outcome}), so that large files cannot be imported.`
  const fix = 'Let the proxy pass on bodies of 21 MB; for nginx: client_max_body_size 21m;'
  return fail(filesName, detail, fix)
}
