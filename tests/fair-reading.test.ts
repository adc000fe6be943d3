import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import * as assert from 'uvu/assert'
import { readFairly } from '../lib/http/fair-reading.ts'
import { eventually } from './support/eventually.ts'
import { suite } from './support/suite.ts'

const test = suite('fair reading')

const ask = (path: string, headers = '') => `GET /${path} HTTP/1.1\r\nHost: glossary\r\n${headers}\r\n`

/** A server each of whose requests keeps the event loop for a millisecond. */
async function openServer() {
  const served: string[] = []
  const server = createServer(({ url = '' }, response) => {
    served.push(url.slice(1))
    const started = performance.now()
    while (performance.now() - started < 1);
    response.end()
  })
  await once(readFairly(server).listen(0, '127.0.0.1'), 'listening')
  /** Opens a connection that the server has accepted. */
  async function open() {
    const accepted = once(server, 'connection')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    await accepted
    return socket
  }
  async function openMany() {
    const sockets: Socket[] = []
    while (sockets.length < 300) sockets.push(await open())
    return sockets
  }
  const close = () => server.close().closeAllConnections()
  return { served, open, openMany, close }
}

const whoeverSends = {
  'whole requests': ask('many'),
  'headers that are too long': ask('many', 'X-Long: 1\r\n'.repeat(5000)),
}

for (const [what, text] of Object.entries(whoeverSends)) {
  test(`of 300 connections that send ${what}, few are read before one that has had a response`, async () => {
    const { served, open, openMany, close } = await openServer()
    const known = await open()
    known.write(ask('first'))
    await once(known, 'data')
    let answered = 0
    for (const socket of await openMany()) socket.once('data', () => answered++).write(text)
    known.write(ask('known'))
    await once(known, 'data')
    assert.ok(answered < 150, `${answered} before it`)
    await eventually('all have a response', () => answered === 300)
    assert.ok(served.includes('known'))
    close()
  })
}

test('of connections without a response, the latest is read first', async () => {
  const { served, open, openMany, close } = await openServer()
  const many = await openMany()
  const latest = await open()
  for (const socket of many) socket.write(ask('many'))
  latest.write(ask('latest'))
  await once(latest, 'data')
  assert.ok(served.length < 150, `${served.length} before it`)
  close()
})

test.run()
