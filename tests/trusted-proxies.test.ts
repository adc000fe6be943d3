import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { proxies as read } from '../lib/app/trusted-proxies.ts'

const test = suite('trusted proxies')

const trust: [proxies: string, trusted: string[], others: string[]][] = [
  [
    '',
    ['127.0.0.1', '127.255.0.1', '::1', '::ffff:127.0.0.1'],
    ['10.0.0.1', '128.0.0.1', 'fd00::1'],
  ],
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

for (const [proxies, trusted, others] of trust) {
  test(`SERVICE_TRUSTED_PROXIES "${proxies}" means whom it should`, () => {
    const trustedProxies = read(proxies || 'loopback')
    assert.equal(
      trusted.filter((peer) => !trustedProxies.includes(peer)),
      [],
    )
    assert.equal(
      others.filter((peer) => trustedProxies.includes(peer)),
      [],
    )
  })
}

test.run()
