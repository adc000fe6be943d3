import { execFileSync } from 'node:child_process'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { type Load, usualLoad } from '../lib/doctor/examine.ts'
import { withUser } from './support/database-user.ts'
import { startNginx } from './support/nginx.ts'
import { withSite } from './support/site.ts'
import { suite } from './support/suite.ts'

// Faults of real proxies, certificates and other processes, which the doctor names.

const test = suite('faults around the service')

const nginxes: Record<
  string,
  { nginx: Parameters<typeof startNginx>[1]; load?: Partial<Load>; finds: [name: string, detail: RegExp, fix: RegExp] }
> = {
  'a cache that takes no notice of what an answer says, and passes If-Match on': {
    nginx: {
      http: 'proxy_cache_path DIRECTORY/cache keys_zone=all:1m;',
      location: `proxy_cache all; proxy_cache_valid 200 1m; proxy_set_header If-Match $http_if_match;
          proxy_ignore_headers Cache-Control Set-Cookie Vary Expires;`,
    },
    finds: ['proxy', /caches: it gave the answer to one credential to another/, /remove proxy_cache/],
  },
  'a cache whose key is the path alone': {
    nginx: {
      http: 'proxy_cache_path DIRECTORY/cache keys_zone=all:1m;',
      location: `proxy_cache all; proxy_cache_valid any 1m; proxy_cache_key $uri;
          proxy_ignore_headers Cache-Control Set-Cookie Vary Expires;`,
    },
    finds: ['proxy', /caches/, /remove proxy_cache/],
  },
  'a proxy that decodes paths': {
    nginx: { passes: 'http://glossary/' },
    finds: ['paths', /CI\/CD, are not found \(404\)/, /without a slash at its end/],
  },
  'a proxy that waits for a second': {
    nginx: { location: 'proxy_read_timeout 1s;' },
    load: { delayMs: 1500 },
    finds: ['patience', /1\.5 seconds does not arrive \(504\)/, /proxy_read_timeout 130s/],
  },
}

for (const [fault, { nginx: options, load = {}, finds }] of Object.entries(nginxes)) {
  const [name, detail, fix] = finds
  test(`nginx: ${fault}`, () =>
    withSite({ load }, async ({ origin, check }) => {
      const nginx = await startNginx([Number(new URL(origin).port)], options)
      const found = (await check({ SERVICE_APP_URL: nginx.url }).finally(nginx.stop)).filter(({ ok }) => !ok)
      const named = name === 'proxy' ? found[0] : found.find((each) => each.name === name)
      assert.match(named?.detail ?? '', detail, JSON.stringify(found))
      assert.match(named?.fix ?? '', fix)
    }))
}

test('the usual load finds a proxy that gives up within half a minute', () => assert.ok(usualLoad.delayMs >= 30_000))

test('a user who may have fewer connections than all processes together', () =>
  withSite({}, async ({ environment, check }) => {
    const url = environment.SERVICE_DATABASE_URL ?? ''
    await withUser(url, 'alter role :user connection limit 60', async (SERVICE_DATABASE_URL) => {
      const connection = { application_name: 'term-glossary' }
      const others = [1, 2, 3].map(() => postgres(SERVICE_DATABASE_URL, { max: 1, connection }))
      await Promise.all(others.map((sql) => sql.unsafe('listen credentials; listen term_names')))
      const found = (await check({ SERVICE_DATABASE_URL })).filter(({ ok }) => !ok)
      await Promise.all(others.map((sql) => sql.end()))
      assert.equal(
        found.map(({ detail }) => detail),
        ['The user of the database is limited to 60 connections, and 3 processes may open 78.'],
      )
    })
  }))

test('a certificate that ends tomorrow', async () => {
  const pem = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  await withSite({ proxy: { tls: true, pair: { cert: pem, key: pem } } }, async ({ check }) => {
    const found = (await check()).filter(({ ok }) => !ok)
    const names = found.map(({ name }) => name)
    assert.ok(names.includes('certificate'), names.join())
    assert.match(
      found.find(({ name }) => name === 'certificate')?.detail ?? '',
      /^The certificate of localhost ends on 20/,
    )
  }).finally(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
})

test.run()
