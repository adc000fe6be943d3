import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Environment } from '../../lib/app/settings.ts'
import { freePort } from '../../lib/db/server-address.ts'
import type { Check } from '../../lib/doctor/check.ts'
import { examine, type Load } from '../../lib/doctor/examine.ts'
import { callbackPaths } from '../../lib/identity/provider-error.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { certificate, certificateKey } from './certificate.ts'
import { listen } from './listen.ts'
import { openProvider } from './openid-provider.ts'
import { botToken, signingSecret, startSlack } from './slack.ts'
import { openTestService, secretKey } from './test-service.ts'

/** The whole load of a check takes a second of processor time. */
export const littleLoad: Load = { delayMs: 10, fileBytes: 1024 }

type Proxy = {
  tls?: boolean
  /** its certificate and key, if it is not the usual one */
  pair?: { cert: string; key: string }
  /** headers that the service gets instead of those that a proxy sends */
  headers?: Record<string, string | undefined>
  /** a header of responses that the proxy removes */
  removes?: string
  /** how it changes the headers of responses */
  changes?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  /** methods that it refuses */
  refuses?: RegExp
  /** whether it gives the first answer of a path to everyone */
  caches?: boolean
  /** how long it waits for an answer */
  timeoutMs?: number
}
/** Answers of an identity provider in place of the usual ones. */
type Answers = {
  /** the path of what it calls itself */
  issuer?: string
  /** what its token endpoint says */
  token?: { status: number; body: unknown }
}
type SiteOptions = {
  env?: Environment
  proxy?: Proxy
  /** as which kind of provider the settings name the one that there is */
  login?: 'slack' | 'oidc'
  answers?: Answers
  /** whether the provider knows our redirect URL */
  isRegistered?: boolean
  /** what the doctor lets the proxy bear; a little unless the test is about that */
  load?: Partial<Load>
}
type Site = {
  /** the address of the service itself, behind the proxy */
  origin: string
  environment: Environment
  check(changes?: Environment): Promise<Check[]>
}

/**
 * Opens a service behind a proxy, with an identity provider and Slack, all of it set up well but for what the test
 * changes.
 */
export async function withSite(
  { env = {}, proxy = {}, login, answers, isRegistered = true, load = {} }: SiteOptions,
  work: (site: Site) => Promise<void>,
) {
  const port = await freePort()
  const appUrl = `${proxy.tls ? 'https' : 'http'}://localhost:${port}`
  const known = isRegistered ? Object.values(callbackPaths).map((path) => appUrl + path) : []
  const [slack, provider] = await Promise.all([startSlack(), openProvider({}, known)])
  const front = answers && (await startFront(answers))
  const common: Environment = {
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_APP_URL: appUrl,
    SERVICE_DEV_MODE: 'true',
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
    SERVICE_SLACK_API_URL: slack.apiUrl,
    ...(login === 'oidc' ? provider.oidcEnv : provider.env),
    ...(front &&
      (login === 'oidc' ? { SERVICE_OIDC_ISSUER: front.origin } : { SERVICE_IDP_TOKEN_URL: `${front.origin}/token` })),
  }
  const { service, close } = await openTestService({ ...common, ...env })
  const { origin, stop } = await listen(service)
  const stopProxy = await startProxy(new URL(origin), port, proxy)
  // The server of the tests has it off, to be fast.
  const environment = { ...common, SERVICE_DATABASE_URL: `${service.databaseUrl}?synchronous_commit=on` }
  const check = async (changes: Environment = {}) =>
    (await examine({ ...environment, ...changes }, packageJson.version, { ...littleLoad, ...load })).checks
  try {
    await work({ origin, environment, check })
  } finally {
    await stopProxy()
    await stop()
    await close()
    await Promise.all([slack.close(), provider.close(), front?.close()])
  }
}

/** Starts an identity provider that says what it is told to. */
async function startFront({ issuer = '', token = { status: 400, body: {} } }: Answers) {
  const server = createHttpServer(({ url = '' }, response) => {
    const isKnown = url === '/token' || url.endsWith('/openid-configuration')
    const { status, body } = url === '/token' ? token : { status: isKnown ? 200 : 404, body: description }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const description = {
    issuer: origin + issuer,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
  }
  async function close() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { origin, close }
}

async function startProxy(
  target: URL,
  port: number,
  {
    tls,
    pair = { cert: certificate, key: certificateKey },
    headers,
    removes,
    changes = (sent) => sent,
    caches,
    timeoutMs,
    refuses,
  }: Proxy,
) {
  const kept = new Map<string, [status: number, headers: IncomingHttpHeaders, body: Buffer]>()
  function pass(incoming: IncomingMessage, response: ServerResponse) {
    if (refuses?.test(incoming.method ?? '')) return response.writeHead(403).end()
    const forwarded = { 'x-forwarded-for': '127.0.0.1', ...headers }
    const sent = Object.entries({ ...incoming.headers, ...forwarded }).filter(([, text]) => text)
    const options = {
      ...{ host: target.hostname, port: target.port, path: incoming.url },
      ...{ method: incoming.method, headers: Object.fromEntries(sent) },
    }
    const [status, old, body] = kept.get(incoming.url ?? '') ?? []
    if (status) return response.writeHead(status, old).end(body)
    const passed = send(options, async (answer) => {
      if (removes) delete answer.headers[removes]
      const { statusCode = 502 } = answer
      const sent = changes(answer.headers)
      response.writeHead(statusCode, sent)
      if (!caches) return answer.pipe(response)
      const whole = Buffer.concat(await answer.toArray())
      kept.set(incoming.url ?? '', [statusCode, sent, whole])
      response.end(whole)
    })
    const giveUp = () => response.writeHead(504).end()
    if (timeoutMs) passed.setTimeout(timeoutMs, giveUp)
    // The service may close the connection before it has read a large body.
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  }
  const server = tls ? createTlsServer(pair, pass) : createHttpServer(pass)
  await new Promise<void>((done) => server.listen(port, 'localhost', done))
  return async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}
