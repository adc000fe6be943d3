import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import timingSafeEqual from 'tsscmp'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'
import { commonHeaders } from '../http/headers.ts'
import { listen } from '../http/listen.ts'
import { nodeListener } from '../http/node-listener.ts'
import { readBearer } from '../identity/authenticate.ts'
import { Problem } from '../problem.ts'
import type { Metrics, Sources } from './prometheus.ts'

/**
 * Starts to collect metrics. prom-client is loaded with the first call, because it costs start time and memory that
 * most services have no use for.
 */
export function createMetrics(sources: Sources): Metrics {
  const loading = import('./prometheus.ts').then(({ createRegistry }) => createRegistry(sources))
  return {
    countResponse: (served) => void loading.then((metrics) => metrics.countResponse(served)),
    countClosed: (cause) => void loading.then((metrics) => metrics.countClosed(cause)),
    countFailedDelivery: (channel, reason) =>
      void loading.then((metrics) => metrics.countFailedDelivery(channel, reason)),
    read: async () => (await loading).read(),
  }
}

/**
 * Returns the metrics to someone who knows SERVICE_METRICS_TOKEN, which is compared in constant time.
 *
 * @throws Problem `not_found` if there is no such token, `unauthenticated` or `invalid_credentials`
 */
export function requireMetrics(
  { metrics, settings }: Pick<Context, 'metrics' | 'settings'>,
  { headers }: Request,
): Metrics {
  const { metricsToken } = settings
  if (metrics === null || metricsToken === null) throw new Problem('not_found')
  const authorization = headers.get('authorization')
  const detail = 'Send SERVICE_METRICS_TOKEN as "Authorization: Bearer <token>".'
  if (authorization === null) throw new Problem('unauthenticated', { detail })
  if (timingSafeEqual(metricsToken, readBearer(authorization))) return metrics
  throw new Problem('invalid_credentials', { detail })
}

/**
 * Whether a host is an IP address, `localhost`, a name without a dot or in a domain of its own, as clusters give, or
 * that of SERVICE_HOST or SERVICE_APP_URL.
 */
const isOwnHost = (host: string, { host: own, appUrl }: Context['settings']) =>
  isIP(host.replace(/^\[|\]$/g, '')) > 0 ||
  /^[^.]+$|\.(?:internal|local|localhost|svc)$/.test(host) ||
  [own, new URL(appUrl).hostname].includes(host)

/**
 * Serves the metrics, and nothing else, on SERVICE_METRICS_PORT, if it is set: there, nobody needs the token.
 *
 * @throws ListenError
 */
export async function serveMetrics({
  metrics,
  settings,
  log,
  Response,
}: Pick<Context, 'metrics' | 'settings' | 'log' | 'Response'>): Promise<void> {
  const { host, metricsPort: port } = settings
  if (metrics === null || port === null) return
  const app: App = async ({ method, url, headers: sent }) => {
    const headers = commonHeaders(sent, settings, randomUUID())
    // A page of a website whose name leads here must not read them.
    if (!isOwnHost(new URL(url).hostname, settings)) {
      return new Response('Use an IP address or a name of this machine.\n', { status: 403, headers })
    }
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || new URL(url).pathname !== '/metrics') {
      return new Response('Nothing but GET /metrics.\n', { status: 404, headers })
    }
    const { type, text } = await metrics.read()
    return new Response(text, { headers: { ...headers, 'content-type': type } })
  }
  await listen(nodeListener(app, log), { host, port }, { log, metrics }, 'SERVICE_METRICS_PORT')
}
