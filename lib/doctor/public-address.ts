import type { Settings } from '../app/settings.ts'
import { paths } from '../oauth/metadata.ts'
import { ask, member } from './ask.ts'
import { checkCertificate } from './certificate.ts'
import { type Check, fail, pass, reasonOf } from './check.ts'
import { checkCache, checkMethods, checkProxy } from './proxy.ts'

/** Checks what clients meet at SERVICE_APP_URL: the service, its proxy, and how agents learn to log in. */
export async function checkPublicAddress(settings: Settings, version: string): Promise<Check[]> {
  const address = await checkAddress(settings, version)
  if (!address.ok) return [address]
  // What a cache has answered says nothing about the service.
  const cache = await checkCache(settings)
  if (cache.length > 0) return [...cache, address]
  const checks = [checkCertificate, checkReadiness, checkProxy, checkMethods, checkAgents]
  return [address, ...(await Promise.all(checks.map((check) => check(settings)))).flat()]
}

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
 * Checks that the proxy passes on the largest file that can be imported. The service refuses it: nobody is logged in.
 * Not for the service itself, whose other requests would wait while it sends.
 *
 * @param bytes the size of that file
 */
export async function checkFiles({ appUrl }: Settings, bytes: number): Promise<Check> {
  const body = new Uint8Array(bytes)
  const signal = AbortSignal.timeout(fileTimeoutMs)
  const sent = ask(`${appUrl}/api/v1/import`, { method: 'POST', body, signal })
  // Some proxies close the connection while the body is still being sent.
  const outcome = await sent.then(({ status }) => String(status), reasonOf)
  const size = `${bytes / 1024 ** 2} MiB`
  if (outcome === '401') return pass(filesName, `Files of ${size} reach the service.`)
  const detail = `A file of ${size} does not reach the service (${outcome}), so that large files cannot be imported.`
  const fix = 'Let the proxy pass on bodies of 21 MB; for nginx: client_max_body_size 21m;'
  return fail(filesName, detail, fix)
}
