import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import * as assert from 'uvu/assert'
import { servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('timeouts')

const open = async (url: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Returns everything that a socket receives until the server closes it. */
async function responseTo(url: string, request: string) {
  const socket = await open(url)
  socket.write(request)
  return text(socket)
}

test('slow headers and bodies get 408, and 2,000 idle connections change nothing', async (service) => {
  const { url } = await service.start({
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: await service.database(),
    SERVICE_MCP_BEARER_TOKEN: 'shared',
  })
  const idle = await Promise.all(Array.from({ length: 2000 }, () => open(url)))
  for (const socket of idle) socket.on('error', () => {})
  const [headers, body, health] = await Promise.all([
    responseTo(url, 'GET /health HTTP/1.1\r\nHost: glossary\r\nX-Slow: '),
    responseTo(
      url,
      [
        ...['POST /mcp HTTP/1.1', 'Host: glossary', 'Authorization: Bearer shared'],
        ...['Accept: application/json, text/event-stream', 'Content-Type: application/json'],
        ...['Content-Length: 100', '', '{"jsonrpc":'],
      ].join('\r\n'),
    ),
    fetch(`${url}/health`),
  ])
  assert.match(headers, /^HTTP\/1\.1 408 /)
  assert.match(body, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
  assert.is(health.status, 200)
  for (const socket of idle) socket.destroy()
})

test.run()
