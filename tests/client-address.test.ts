import * as assert from 'uvu/assert'
import { readSettings } from '../lib/app/settings.ts'
import { clientAddress, proxies as readProxies } from '../lib/app/trusted-proxies.ts'
import { glossary, secretKey } from './support/test-service.ts'

const test = glossary('client addresses')
const dev = glossary('client addresses of logins', { SERVICE_DEV_MODE: 'true', SERVICE_TRUSTED_PROXIES: '127.0.0.1' })

const trusted = (ranges: string) =>
  readSettings({ SERVICE_SECRET_KEY: secretKey, SERVICE_TRUSTED_PROXIES: ranges }).trustedProxies

type Row = [peer: string | null, headers: Record<string, string>, client: string | null]

function assertClients(ranges: string, rows: readonly Row[]) {
  for (const [peer, headers, client] of rows) {
    const seen = clientAddress(peer, new Headers(headers), trusted(ranges))
    assert.is(seen, client, `${peer} ${JSON.stringify(headers)}`)
  }
}

const forwarded = (list: string) => ({ 'x-forwarded-for': list })
const real = (address: string) => ({ 'x-real-ip': address })

test('the headers of a peer that is not a trusted proxy are ignored', () => {
  assertClients('loopback', [
    ['203.0.113.9', {}, '203.0.113.9'],
    ['203.0.113.9', forwarded('198.51.100.1'), '203.0.113.9'],
    ['203.0.113.9', real('198.51.100.1'), '203.0.113.9'],
    ['10.0.0.1', forwarded('198.51.100.1'), '10.0.0.1'],
    ['128.0.0.1', forwarded('198.51.100.1'), '128.0.0.1'],
    ['2001:db8::9', forwarded('198.51.100.1'), '2001:db8::9'],
    ['::ffff:203.0.113.9', forwarded('198.51.100.1'), '::ffff:203.0.113.9'],
    [null, forwarded('198.51.100.1'), null],
  ])
})

test('the address that a trusted proxy forwards is used', () => {
  assertClients('loopback', [
    ['127.0.0.1', {}, '127.0.0.1'],
    ['127.0.0.1', forwarded('198.51.100.1'), '198.51.100.1'],
    ['127.9.8.7', forwarded('198.51.100.1'), '198.51.100.1'],
    ['::1', forwarded('2001:db8::7'), '2001:db8::7'],
    ['::ffff:127.0.0.1', forwarded('198.51.100.1'), '198.51.100.1'],
    ['127.0.0.1', real('198.51.100.1'), '198.51.100.1'],
    ['127.0.0.1', { ...forwarded('198.51.100.1'), ...real('198.51.100.2') }, '198.51.100.1'],
  ])
})

test('addresses that the client itself sent are ignored', () => {
  assertClients('loopback', [
    ['127.0.0.1', forwarded('192.0.2.66, 198.51.100.1'), '198.51.100.1'],
    ['127.0.0.1', forwarded('127.0.0.1, 198.51.100.1'), '198.51.100.1'],
    ['127.0.0.1', forwarded('nonsense,198.51.100.1'), '198.51.100.1'],
  ])
})

test('a chain of trusted proxies is followed to the first other address', () => {
  assertClients('loopback, private, 203.0.113.0/24', [
    ['127.0.0.1', forwarded('192.0.2.66, 198.51.100.1, 203.0.113.5, 10.0.0.2'), '198.51.100.1'],
    ['10.1.2.3', forwarded('198.51.100.1,172.16.0.1 , 192.168.1.1'), '198.51.100.1'],
    ['127.0.0.1', forwarded('10.0.0.2'), '10.0.0.2'],
    ['127.0.0.1', forwarded('10.0.0.3, 10.0.0.2'), '10.0.0.3'],
    ['203.0.114.1', forwarded('198.51.100.1'), '203.0.114.1'],
    ['fd00::1', forwarded('2001:db8::7'), '2001:db8::7'],
  ])
})

test('a value that is not an address ends the chain', () => {
  assertClients('loopback, private', [
    ['127.0.0.1', forwarded(''), '127.0.0.1'],
    ['127.0.0.1', forwarded('nonsense'), '127.0.0.1'],
    ['127.0.0.1', forwarded('unknown, 10.0.0.2'), '10.0.0.2'],
    ['127.0.0.1', forwarded('198.51.100.1, , 10.0.0.2'), '10.0.0.2'],
    ['127.0.0.1', forwarded('198.51.100.999'), '127.0.0.1'],
    ['127.0.0.1', real('<script>'), '127.0.0.1'],
  ])
})

const login = 'http://localhost:8000/auth/dev/login?email=ada@example.com'

dev('the audit event of a login names the client', async ({ app, sql }) => {
  const rows: Row[] = [
    ['127.0.0.1', {}, '127.0.0.1'],
    ['127.0.0.1', forwarded('127.0.0.66, 127.0.0.2'), '127.0.0.2'],
    ['127.0.0.1', real('127.0.0.3'), '127.0.0.3'],
    ['127.0.0.9', { ...forwarded('127.0.0.2'), ...real('127.0.0.3') }, '127.0.0.9'],
    [null, forwarded('127.0.0.2'), null],
  ]
  for (const [peer, headers] of rows) {
    assert.is((await app(new Request(login, { headers }), peer)).status, 303)
  }
  const events = await sql`
    select payload -> 'client' as client from audit_events where action = 'auth.login' order by seq`
  assert.equal(
    events.map(({ client }) => client),
    rows.map(([, , client]) => client),
  )
})

test('the log names the client', async ({ app, logs }) => {
  const url = 'http://localhost:8000/health'
  await app(new Request(url, { headers: forwarded('198.51.100.1') }), '127.0.0.1')
  await app(new Request(url, { headers: forwarded('198.51.100.1') }), '203.0.113.9')
  assert.equal(
    logs.map((line) => JSON.parse(line).client),
    ['198.51.100.1', '203.0.113.9'],
  )
})

const trust: [proxies: string, trusted: string[], others: string[]][] = [
  ['', ['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '128.0.0.1', 'fd00::1']],
  ['loopback', ['127.0.0.1', '::1'], ['10.0.0.1']],
  [
    'private',
    ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fd00::1', 'fe80::1', 'fe80::1%e0'],
    ['127.0.0.1', '172.32.0.1', '192.169.0.1', '::1', '2001:db8::1'],
  ],
  ['loopback, private', ['::1', '10.0.0.1'], ['8.8.8.8']],
  ['203.0.113.7', ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8', '127.0.0.1']],
  ['10.0.0.0/8', ['10.255.0.1', '::ffff:10.0.0.1', '::ffff:0a00:0001'], ['11.0.0.1', '::a00:1']],
  ['2001:db8::/32', ['2001:db8:1::1'], ['2001:db9::1']],
  ['2001:db8::1', ['2001:db8::1'], ['2001:db8::2']],
  ['10.0.0.0/8,::1/128', ['10.0.0.1', '::1'], ['::2', '', 'unknown']],
]

for (const [proxies, peers, others] of trust) {
  test(`SERVICE_TRUSTED_PROXIES "${proxies}" means whom it should`, () => {
    const trustedProxies = readProxies(proxies || 'loopback')
    assert.equal(
      peers.filter((peer) => !trustedProxies.includes(peer)),
      [],
    )
    assert.equal(
      others.filter((peer) => trustedProxies.includes(peer)),
      [],
    )
  })
}

test.run()
dev.run()
