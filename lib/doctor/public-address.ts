import type { Settings } from '../app/settings.ts'
import { issueDoctorToken } from '../identity/doctor-token.ts'
import { paths } from '../oauth/metadata.ts'
import { maxFile } from '../schemas/import.ts'
import { type Check, fail, pass, reasonOf, timeoutMs } from './check.ts'

type HttpAnswer = { status: number; headers: Headers; body: unknown }

/** Checks what clients meet at SERVICE_APP_URL: the service, its proxy, and how agents learn to log in. */
export async function checkPublicAddress(settings: Settings, version: string): Promise<Check[]> {
  const address = await checkAddress(settings, version)
  if (!address.ok) return [address]
  return [address, ...(await Promise.all([checkProxy(settings), checkAgents(settings)]))]
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

const proxyName = 'proxy'

/** Asks the running service which of the headers of a proxy arrive. */
async function checkProxy({ appUrl, secretKey }: Settings): Promise<Check> {
  const failed = (detail: string, fix: string) => fail(proxyName, detail, fix)
  const authorization = `Bearer ${issueDoctorToken(secretKey, new Date())}`
  const { status, body } = await ask(`${appUrl}/health/client`, { headers: { authorization } })
  if (status !== 200) {
    return failed(
      `The running service does not accept our SERVICE_SECRET_KEY (${status}).`,
      'Restart the service, so that it reads the same settings, check the clocks, and let the proxy pass on Authorization.',
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
  if (forwarded) return checkForwarded(client, forwarded)
  return expected.protocol === 'http:'
    ? pass(proxyName, 'There is no proxy before the service.')
    : failed(
        'The proxy does not say whose requests it passes on, so that all people share the limits of one address.',
        'Let the proxy send X-Forwarded-For; for nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
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
