import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Response } from '@whatwg-node/fetch'
import * as assert from 'uvu/assert'
import type { App } from '../lib/http/app.ts'
import { nodeListener } from '../lib/http/node-listener.ts'
import { sendRaw } from './support/raw-request.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('the listener')

const ask = 'GET /health HTTP/1.1\r\nHost: glossary\r\nConnection: close\r\n\r\n'

test('it passes on the address of the peer and sends the response', async (service) => {
  const app: App = async (request, peer) => new Response(`${request.method} by ${peer}`)
  const answer = await sendRaw(app, service, ask)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n.*GET by 127\.0\.0\.1/s)
})

test('a response that cannot be sent closes the connection and is logged', async (service) => {
  const header = new Response('', { headers: { 'x-odd': 'a\nb' } })
  for (const app of [async () => header, () => Promise.reject(new Error('no answer'))]) {
    service.logs.length = 0
    assert.is(await sendRaw(app as App, service, ask), '')
    assert.is(service.logs.length, 1)
    assert.match(service.logs[0] ?? '', /"level":"error".*"a response could not be sent"/)
  }
})

test('a client that disconnects while it sends does no harm', async (service) => {
  const app: App = (request) => request.text().then((body) => new Response(body))
  const server = createServer(nodeListener(app, service.ctx.log))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: glossary\r\nContent-Length: 100\r\n\r\nhalf')
  await once(server, 'request')
  socket.destroy()
  await once(socket, 'close')
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'whole' })
  assert.is(await answer.text(), 'whole')
  server.closeAllConnections()
  server.close()
})

test.run()
