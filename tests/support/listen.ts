import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nodeListener } from '../../lib/http/node-listener.ts'
import type { TestService } from './test-service.ts'

/** Makes a test service listen, on a free port by default, as server.ts does. */
export async function listen({ app, ctx }: TestService, at = 0) {
  const server = createServer(nodeListener(app, ctx.log))
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  async function stop() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}
