import timingSafeEqual from 'tsscmp'
import type { Context } from '../context.ts'
import { readBearer } from '../identity/authenticate.ts'
import { Problem } from '../problem.ts'
import type { Metrics, Sources } from './prometheus.ts'

/**
 * Starts to collect metrics. prom-client is loaded with the first call, because it costs start time and memory that most
 * services have no use for.
 */
export function createMetrics(sources: Sources): Metrics {
  const loading = import('./prometheus.ts').then(({ createRegistry }) => createRegistry(sources))
  return {
    countResponse: (served) => void loading.then((metrics) => metrics.countResponse(served)),
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
