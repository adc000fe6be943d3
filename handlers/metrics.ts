import { endpoint } from '../lib/http/endpoint.ts'
import { requireMetrics } from '../lib/metrics/metrics.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Read the metrics',
    description:
      'The metrics of this process, and those that all processes share, in the text format of Prometheus. Needs SERVICE_METRICS_TOKEN as a bearer token; without this setting, the response is 404.',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    isProbe: true,
    responses: { 200: { media: ['text/plain'] } },
    problems: [401, 404],
  },
  async ({ ctx, request, reply }) => {
    const { type, text } = await requireMetrics(ctx, request).read()
    return reply(200, text, { 'content-type': type, 'cache-control': 'no-store' })
  },
)
