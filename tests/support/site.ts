import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Environment } from '../../lib/app/settings.ts'
import { freePort } from '../../lib/db/server-address.ts'
import type { Check } from '../../lib/doctor/check.ts'
import { examine } from '../../lib/doctor/examine.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { certificate, certificateKey } from './certificate.ts'
import { listen } from './listen.ts'
import { openProvider } from './openid-provider.ts'
import { botToken, signingSecret, startSlack } from './slack.ts'
import { openTestService, secretKey } from './test-service.ts'

type Proxy = {
  tls?: boolean
  /** headers that the service gets instead of those that a proxy sends */
  headers?: Record<string, string | undefined>
  /** a header of responses that the proxy removes */
  removes?: string
}
type Site = { environment: Environment; check(changes?: Environment): Promise<Check[]> }

/** Opens a service behind a proxy, with an identity provider and Slack, all of it set up well but for what the test changes. */
export async function withSite(
  { env = {}, proxy = {} }: { env?: Environment; proxy?: Proxy },
  work: (site: Site) => Promise<void>,
) {
  const [slack, provider, port] = await Promise.all([startSlack(), openProvider({}), freePort()])
  const common: Environment = {
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_APP_URL: `${proxy.tls ? 'https' : 'http'}://localhost:${port}`,
    SERVICE_DEV_MODE: 'true',
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
    SERVICE_SLACK_API_URL: slack.apiUrl,
    ...provider.env,
  }
  const { service, close } = await openTestService({ ...common, ...env })
  const { origin, stop } = await listen(service)
  const stopProxy = await startProxy(new URL(origin), port, proxy)
  const environment = { ...common, SERVICE_DATABASE_URL: service.databaseUrl }
  const check = async (changes: Environment = {}) =>
    (await examine({ ...environment, ...changes }, packageJson.version)).checks
  try {
    await work({ environment, check })
  } finally {
    await stopProxy()
    await stop()
    await close()
    await Promise.all([slack.close(), provider.close()])
  }
}

async function startProxy(target: URL, port: number, { tls, headers, removes }: Proxy) {
  function pass(incoming: IncomingMessage, response: ServerResponse) {
    const forwarded = { 'x-forwarded-for': '127.0.0.1', ...headers }
    const sent = Object.entries({ ...incoming.headers, ...forwarded }).filter(([, text]) => text)
    const options = {
      ...{ host: target.hostname, port: target.port, path: incoming.url },
      ...{ method: incoming.method, headers: Object.fromEntries(sent) },
    }
    incoming.pipe(
      send(options, (answer) => {
        if (removes) delete answer.headers[removes]
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  }
  const server = tls
    ? createTlsServer({ cert: certificate, key: certificateKey }, pass)
    : createHttpServer(pass)
  await new Promise<void>((done) => server.listen(port, 'localhost', done))
  return async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}
