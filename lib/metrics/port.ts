import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'
import { listen } from '../http/listen.ts'
import { nodeListener } from '../http/node-listener.ts'

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
  const app: App = async ({ method, url }) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || new URL(url).pathname !== '/metrics') {
      return new Response('Nothing but GET /metrics.\n', { status: 404 })
    }
    const { type, text } = await metrics.read()
    return new Response(text, { headers: { 'content-type': type } })
  }
  await listen(nodeListener(app, log), { host, port }, 'SERVICE_METRICS_PORT')
}
