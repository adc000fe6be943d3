import type { Metrics, Sources } from './prometheus.ts'

/**
 * Starts to collect metrics. prom-client is loaded with the first call, because it costs start time and memory that most
 * services have no use for.
 */
export function createMetrics(sources: Sources): Metrics {
  const loading = import('./prometheus.ts').then(({ createRegistry }) => createRegistry(sources))
  return {
    countResponse: (served) => void loading.then((metrics) => metrics.countResponse(served)),
    read: async () => (await loading).read(),
  }
}
