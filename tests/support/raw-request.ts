import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { App } from '../../lib/http/app.ts'
import { nodeListener } from '../../lib/http/node-listener.ts'
import type { TestService } from './test-service.ts'

/** Serves an app on a free port, sends a request verbatim and returns the complete response. */
export async function sendRaw(app: App, { ctx }: TestService, request: string): Promise<string> {
  const server = createServer(nodeListener(app, ctx.log))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(request)
    return await text(socket)
  } finally {
    server.close()
  }
}
