import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Response } from '@whatwg-node/fetch'
import * as assert from 'uvu/assert'
import type { Context } from '../lib/context.ts'
import type { App } from '../lib/http/app.ts'
import { listen } from '../lib/http/listen.ts'
import { nodeListener } from '../lib/http/node-listener.ts'
import { eventually } from './support/eventually.ts'
import { sendRaw } from './support/raw-request.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the listener')
const dev = glossary('the listener in development mode', { SERVICE_DEV_MODE: 'true' })

const ask = 'GET /health HTTP/1.1\r\nHost: glossary\r\nConnection: close\r\n\r\n'

test('it passes on the address of the peer and sends the response', async (service) => {
  const app: App = async (request, peer) => new Response(`${request.method} by ${peer}`)
  const answer = await sendRaw(app, service, ask)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n.*GET by 127\.0\.0\.1/s)
})

const echo: App = async ({ url, headers }) => new Response(`${url} for ${headers.get('host')}`)

const targets = [
  ['http://other:81/terms?q=a', 'http://other:81/terms?q=a for other:81'],
  ['HTTPS://other', 'http://other/ for other'],
  ['http://other?q=a', 'http://other/?q=a for other'],
  ['/http://other/terms', 'http://glossary/http://other/terms for glossary'],
] as const

for (const [target, expected] of targets) {
  test(`the request line can have the target ${target}`, async (service) => {
    const answer = await sendRaw(echo, service, ask.replace('/health', target))
    assert.ok(answer.includes(expected), answer)
  })
}

for (const target of ['http:///terms', 'http://me@other/', '*.other/terms', 'http://a b/']) {
  test(`the target ${target} is malformed`, async (service) => {
    const answer = await sendRaw(service.app, service, ask.replace('/health', target))
    assert.match(answer, /^HTTP\/1\.1 400 /)
  })
}

test('several Host headers are malformed, even if they are the same', async (service) => {
  const hosts = ['Host: glossary', 'hOST: glossary', 'Host: other', 'Host:', 'HOST: glossary:80']
  for (const target of ['/health', '/api/v1/terms', '/', 'http://glossary/health']) {
    for (const second of hosts) {
      for (const between of ['', 'Accept: */*\r\n']) {
        const twice = `Host: glossary\r\n${between}${second}`
        const sent = ask.replace('/health', target).replace('Host: glossary', twice)
        const answer = await sendRaw(service.app, service, sent)
        assert.match(answer, /^HTTP\/1\.1 400 /, `${target} ${second}`)
        assert.match(answer, /malformed_request/)
      }
    }
  }
  const value = ask.replace('Connection', 'X-Host: Host\r\nAccept: Host\r\nConnection')
  assert.match(await sendRaw(service.app, service, value), /^HTTP\/1\.1 200 /)
})

dev('the host of a target is trusted no more than that of the header', async (service) => {
  const statusFor = async (target: string) => {
    const local = ask.replace('Host: glossary', 'Host: localhost').replace('/health', target)
    return (await sendRaw(service.app, service, local)).slice(9, 12)
  }
  assert.is(await statusFor('http://localhost/health'), '200')
  assert.is(await statusFor('http://attacker.example/health'), '403')
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

/** Opens a connection to the service, and returns what sends a piece: why it could not be sent, if it could not. */
async function connectTo({ app, ctx }: Pick<TestService, 'app' | 'ctx'>) {
  const server = createServer(nodeListener(app, ctx.log))
  const accepted = once(server, 'connection').then(([connection]) => connection as Socket)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  const send = (piece: string | Buffer) => new Promise<Error | null | undefined>((done) => socket.write(piece, done))
  function stop() {
    server.closeAllConnections()
    server.close()
  }
  return { server, socket, send, accepted, stop }
}

const mebibyte = 1024 ** 2
const chunk = Buffer.concat([
  Buffer.from(`${mebibyte.toString(16)}\r\n`),
  Buffer.alloc(mebibyte, ' '),
  Buffer.from('\r\n'),
])

const pieces = 24
const bodies = {
  'of a known length': [`Content-Length: ${pieces * mebibyte}`, Buffer.alloc(mebibyte, ' '), ''],
  'of a client that closes': [
    `Connection: close\r\nContent-Length: ${pieces * mebibyte}`,
    Buffer.alloc(mebibyte, ' '),
    '',
  ],
  'of an unknown length': ['Transfer-Encoding: chunked', chunk, '0\r\n\r\n'],
} as const

const startOf = (headers: string, session = '') =>
  `POST /api/v1/terms HTTP/1.1\r\nHost: glossary\r\nAuthorization: Bearer ${session}\r\n${headers}\r\n\r\n`

for (const [what, [headers, piece, end]] of Object.entries(bodies)) {
  test(`a large body ${what} is read after its refusal, so that the response arrives`, async (service) => {
    const { session } = await service.person()
    const { socket, send, stop } = await connectTo(service)
    await send(startOf(headers, session))
    // Like a proxy, it reads the response once it has sent everything.
    for (let i = 0; i < pieces; i++) assert.not(await send(piece), 'the connection is open')
    assert.not(await send(end))
    assert.match(await text(socket), /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*body_too_large/is)
    stop()
  })
}

test('a body without an end is not read for ever', async (service) => {
  const { session } = await service.person()
  const { socket, send, stop } = await connectTo(service)
  socket.resume()
  await send(startOf('Transfer-Encoding: chunked', session))
  let sent = 0
  while (sent < 2000 && !(await send(chunk))) sent += 1
  assert.ok(sent >= 32 && sent < 2000, `${sent} MiB were sent`)
  stop()
})

const tiny = (count: number) => '1\r\n \r\n'.repeat(count)
const registration = `POST /oauth/register HTTP/1.1\r\nHost: glossary\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
const client = JSON.stringify({ redirect_uris: ['https://agent.example/callback'] })
const asChunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`

test('a thousand tiny chunks are a body; of ten thousand, no more than 2,001 are read', async (service) => {
  const { server, socket, send, stop } = await connectTo(service)
  let [answer, found] = ['', 0]
  server.on('request', (request) => {
    const { push } = request
    request.push = (piece: unknown) => {
      found++
      return push(piece)
    }
  })
  socket.on('data', (data) => {
    answer += data
  })
  await send(registration + tiny(1000) + asChunk(client) + asChunk(''))
  await eventually('the body is accepted', () => /^HTTP\/1\.1 201 /.test(answer))
  ;[answer, found] = ['', 0]
  await send(registration + tiny(10_000))
  // It goes on sending while it reads: the connection ends anyway.
  const sending = setInterval(() => socket.write(tiny(1000)), 20)
  await new Promise((done) => socket.once('close', done))
  clearInterval(sending)
  assert.match(answer, /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*too many chunks/is)
  assert.is(found, 2001)
  stop()
})

test('a connection is not read while its request waits, however small the chunks are', async ({ ctx }) => {
  let start = () => {}
  const turn = new Promise<void>((resolve) => {
    start = resolve
  })
  const app: App = (request) => turn.then(async () => new Response(`${(await request.text()).length} arrived`))
  const { socket, send, accepted, stop } = await connectTo({ app, ctx })
  await send(registration)
  for (let i = 0; i < 30; i++) {
    await send(tiny(50))
    await delay(2)
  }
  const { bytesRead } = await accepted
  assert.ok(bytesRead < registration.length + 3000, `${bytesRead} bytes were read`)
  start()
  await send(asChunk(''))
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /1500 arrived/)
  stop()
})

test('a chunk counts as 256 bytes of the memory for bodies', async (service) => {
  const { session } = await service.person()
  const connections = await Promise.all(Array.from({ length: 80 }, () => connectTo(service)))
  let answers = ''
  for (const { socket, send } of connections) {
    socket.on('data', (data) => {
      answers += data
    })
    await send(startOf('Content-Type: application/json\r\nTransfer-Encoding: chunked', session) + tiny(1900))
  }
  await eventually('the memory is used up', () => /^HTTP\/1\.1 503 .*"busy"/s.test(answers))
  for (const { socket, stop } of connections) {
    socket.destroy()
    stop()
  }
})

test('requests that a connection sends at once are carried out one by one, and seventeen of them', async ({ ctx }) => {
  const begun: string[] = []
  let start = () => {}
  const turn = new Promise<void>((resolve) => {
    start = resolve
  })
  const app: App = async (request) => {
    begun.push(new URL(request.url).pathname)
    await turn
    if (begun.length === 5) await send(post(900)) // too late: the connection is about to end
    return new Response(await request.text())
  }
  const post = (i: number) => `POST /${i} HTTP/1.1\r\nHost: glossary\r\nContent-Length: 3\r\n\r\n${i}`
  const { socket, send, stop } = await connectTo({ app, ctx })
  await send(Array.from({ length: 300 }, (_, i) => post(i + 100)).join(''))
  await eventually('the first has begun', () => begun.length > 0)
  assert.equal(begun, ['/100'])
  start()
  const answers = (await text(socket)).split('HTTP/1.1 200 OK').slice(1)
  assert.equal(
    answers.map((answer) => answer.slice(-3)),
    Array.from({ length: 17 }, (_, i) => String(i + 100)),
  )
  assert.match(answers.at(-1) ?? '', /connection: close/i)
  assert.is(begun.length, 17)
  stop()
})

test('connections that are closed are counted, and logged once a second', async ({ app, ctx, logs }) => {
  const counted: string[] = []
  const metrics = Object.assign({} as NonNullable<Context['metrics']>, {
    countResponse() {},
    countClosed: (cause: string) => void counted.push(cause),
  })
  const where = { host: '127.0.0.1', port: 0 }
  const { address, drain } = await listen(nodeListener(app, ctx.log), where, { ...ctx, metrics })
  async function send(sent: string, isAborted = false) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
    socket.write(sent)
    if (isAborted) socket.end()
    return text(socket).catch(() => '')
  }
  const malformed = Array.from({ length: 39 }, (_, i) => send(`${'?'.repeat(i)}x\r\n\r\n`))
  malformed.push(send('CONNECT other:22 HTTP/1.1\r\nHost: other\r\n\r\n'))
  const answers = await Promise.all([...malformed, send('GET / HTTP/1.1\r\nHost: x\r\nA', true)])
  assert.match(answers[0] ?? '', /^HTTP\/1\.1 400 /)
  await send(ask.replace('Connection: close\r\n', '').repeat(100))
  assert.equal(counted.sort(), [...Array(40).fill('malformed'), 'pipelined'])
  const withoutHost = 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'
  assert.match(await send(withoutHost), /^HTTP\/1\.1 400 .*malformed_request/s)
  assert.match(await send(withoutHost.replace('1.1', '1.0')), '"status":"ok"')
  const closed = () => logs.filter((line) => line.includes('connections were closed'))
  await eventually('the others are logged', () => closed().length === 2)
  assert.match(closed().join(), /"closed":{"malformed":1}.*"closed":{"malformed":39,"pipelined":1}/s)
  await drain(Promise.resolve())
})

test.run()
