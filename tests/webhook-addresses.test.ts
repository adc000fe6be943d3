import * as assert from 'uvu/assert'
import { isCloudService, isPublic } from '../lib/addresses.ts'
import { post } from '../lib/notify/post-event.ts'
import { openReceiver, sendAll, webhook } from './support/receiver.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('addresses of webhooks')
const path = '/api/v1/admin/webhooks'
const events = ['term.created']
const notSent = 'not a public address, not https, or a port that is not allowed'

const notPublic = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
  ...['172.16.0.1', '192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fec0::1', 'fd00::1', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  ...['2002:a00:1::', '2001:db8::1', '2001::1', '::ffff:0:10.0.0.1'],
  ...['::7f00:1', '::a00:1', '::2', '100::1', '4000::1', '5f00::1', '3fff::1', 'e000::1'],
  ...['2001:2::1'],
]

test('private, local and reserved addresses are not public, however they are written', () => {
  assert.equal(notPublic.filter(isPublic), [])
  const some = ['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8']
  assert.equal(some.filter(isPublic), some)
})

test('a URL that leads to a private address gets 422', async ({ person, request }) => {
  const as = await person('admin')
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '10.0.0.1:8443'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'localhost', 'LOCALHOST', '169.254.169.254'],
    ...['[fd00::1]', '[64:ff9b::7f00:1]', '①②⑦.0.0.1', 'localhost.', '127.0.0.1.', '127.1.'],
    ...['[::127.0.0.1]', '[::7f00:1]', 'a.localhost', 'A.LocalHost.', 'a.localhost:8443'],
  ]
  const urls = hosts.map((host) => `https://${host}/hook`)
  for (const url of [...urls, 'http://127.0.0.1:9000/hook', 'http://localhost/hook']) {
    const answer = await request('POST', path, { as, body: { url, events } })
    assert.equal([answer.status, answer.body.code], [422, 'private_address'], url)
  }
  const body = { url: 'http://8.8.8.8/hook', events }
  const answer = await request('POST', path, { as, body })
  assert.equal(answer.body.errors, [{ path: 'url', message: 'must begin with https://' }])
  assert.is((await request('POST', path, { as, body: { url: 'https://8.8.8.8/', events } })).status, 201)
})

test('addresses are checked again at the delivery', async (service) => {
  const as = await service.person('admin')
  const receiver = await openReceiver()
  const { id } = await webhook(service, as, 'https://8.8.8.8/', events)
  const { port } = new URL(receiver.url)
  for (const url of [receiver.url, `https://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    await service.sql`update webhooks set url = ${url}`
    await service.request('POST', `${path}/${id}/test`, { as })
    // At once, as a delivery goes to the URL that the webhook has when it is sent.
    await sendAll(service)
  }
  const { body } = await service.request('GET', `${path}/${id}/deliveries`, { as })
  assert.equal(
    body.map(({ error }: { error: string }) => error),
    Array(3).fill(notSent),
  )
  assert.equal(receiver.received, [])
  await receiver.close()
})

const cloudServices = [
  ...['169.254.169.254', '169.254.170.2', '169.254.0.23', '168.63.129.16', '100.100.100.200'],
  ...['192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::1'],
  ...['::ffff:168.63.129.16', '::ffff:a9fe:a9fe', '::ffff:0:169.254.169.254', '::168.63.129.16'],
  ...['64:ff9b::a83f:8110', '64:ff9b:1::a9fe:a9fe', '2002:a83f:8110::1', '2002:6464:64c8::'],
  '64:ff9b:1:a9fe:a9:fe00::',
]
const privateHosts = ['10.1.2.3', '100.100.100.201', '168.63.129.17', 'fd00::1', '127.0.0.1']

test('the services of clouds for their own machines are known, however they are written', () => {
  assert.equal(cloudServices.filter(isCloudService), cloudServices)
  assert.equal([...privateHosts, '64:ff9b::808:808', '8.8.8.8'].filter(isCloudService), [])
})

const refusedPorts = [0, 1, 21, 22, 25, 53, 80, 110, 389, 442, 444, 465, 587, 636, 993, 1023]

test('ports are 443, 8443 and those above 1023', async ({ person, request }) => {
  const as = await person('admin')
  const send = (url: string) => request('POST', path, { as, body: { url, events } })
  const message = 'must have the port 443, 8443 or one above 1023'
  for (const port of refusedPorts) {
    const { status, body } = await send(`https://8.8.8.8:${port}/`)
    assert.equal([status, body.errors], [422, [{ path: 'url', message }]], String(port))
  }
  for (const port of ['', ':443', ':8443', ':1024', ':65535']) {
    assert.is((await send(`https://8.8.8.8${port}/`)).status, 201, port)
  }
})

const local = glossary('webhooks to private addresses', { SERVICE_PRIVATE_ADDRESSES: 'true' })

/** Ways of writing 168.63.129.16 and 169.254.169.254 in a URL. */
const spellings = [
  ...['2822734096', '0xa83f8110', '0250.077.0201.020', '168.4161808', '168.63.129.16.'],
  ...['１６８.63.129.16', '169.254.43518', '0xA9.0xFE.0xA9.0xFE', '[::ffff:169.254.169.254]'],
]

local('private hosts are allowed, services of clouds and other ports are not', async (service) => {
  const as = await service.person('admin')
  const send = (url: string) => service.request('POST', path, { as, body: { url, events } })
  const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)
  for (const host of [...cloudServices.map(bracketed), ...spellings]) {
    const { status, body } = await send(`http://${host}:8080/`)
    assert.equal([status, body.code], [422, 'private_address'], host)
  }
  for (const host of privateHosts.map(bracketed)) {
    assert.is((await send(`http://${host}:8080/`)).status, 201, host)
    for (const url of [`http://${host}/`, `https://${host}:25/`]) {
      assert.is((await send(url)).status, 422, url)
    }
  }
})

local('both are checked again at the delivery', async (service) => {
  const as = await service.person('admin')
  const { id } = await webhook(service, as, 'https://8.8.8.8/', events)
  const urls = ['http://127.0.0.1:25/', 'http://127.0.0.1/', 'http://168.63.129.16:32526/']
  for (const url of urls) {
    await service.sql`update webhooks set url = ${url}`
    await service.request('POST', `${path}/${id}/test`, { as })
    await sendAll(service)
  }
  const { body } = await service.request('GET', `${path}/${id}/deliveries`, { as })
  assert.equal(
    body.map(({ error }: { error: string }) => error),
    Array(3).fill(notSent),
  )
})

test('a request goes to the address that was checked, not to what the name leads to later', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  const url = new URL(`http://receiver.invalid:${port}/hook`)
  const signal = AbortSignal.timeout(5000)
  const { status } = await post(url, [{ address: '127.0.0.1', family: 4 }], { headers: {}, body: '{}', signal })
  assert.is(status, 204)
  assert.is(receiver.received[0]?.headers.host, `receiver.invalid:${port}`)
  await receiver.close()
})

test.run()
local.run()
