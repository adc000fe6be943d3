import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as assert from 'uvu/assert'
import { assetContent, assetUrl } from '../lib/http/assets.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('assets')

test('the URLs of assets change with their content, so browsers can cache them for a year', async (service) => {
  const { text } = await service.request('GET', '/login')
  const addresses = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  assert.is(addresses.length, 5)
  for (const path of addresses) {
    assert.match(path ?? '', /^\/assets\/\w+\.[\w-]{10}\.(css|js|svg|woff2)$/)
    const { status, headers } = await service.request('GET', path ?? '')
    assert.is(status, 200)
    assert.is(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
})

test('browsers find the icon under its usual name', async ({ request }) => {
  const { status, headers, text } = await request('GET', '/favicon.ico')
  assert.equal([status, headers.get('content-type')], [200, 'image/x-icon'])
  assert.ok(text.length > 0)
})

test('every asset has its media type', async ({ request }) => {
  const typeOf = async (path: string) => (await request('GET', path)).headers.get('content-type')
  assert.is(await typeOf(assetUrl('app.css')), 'text/css; charset=utf-8')
  assert.is(await typeOf(assetUrl('htmx.js')), 'text/javascript; charset=utf-8')
  assert.is(await typeOf(assetUrl('icon.svg')), 'image/svg+xml')
  assert.is(await typeOf(assetUrl('serif.woff2')), 'font/woff2')
  assert.is(await typeOf(assetUrl('serif-extended.woff2')), 'font/woff2')
})

test('the style sheet names the font by its URL, and has five text sizes', () => {
  const styles = assetContent('app.css').toString()
  assert.ok(styles.includes(`url("${assetUrl('serif.woff2')}")`))
  assert.ok(assetContent('serif.woff2').length < 30_000)
  assert.ok(assetContent('serif-extended.woff2').length < 15_000)
  const sizes = [...styles.matchAll(/font(?:-size)?:[^;]*?[\d.]+rem/g)].map(([size]) => size)
  assert.equal(sizes, [])
})

test('assets are compressed as the browser accepts it', async ({ app, request }) => {
  const path = assetUrl('app.css')
  const plain = await request('GET', path)
  assert.is(plain.headers.get('content-encoding'), null)
  const accept = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, br;q=0' }
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of ['br', 'gzip'] as const) {
    const headers = { 'accept-encoding': accept[encoding] }
    const response = await app(new Request(`http://localhost${path}`, { headers }))
    assert.is(response.headers.get('content-encoding'), encoding)
    assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/)
    const bytes = new Uint8Array(await response.arrayBuffer())
    assert.ok(bytes.length < plain.text.length / 2)
    assert.is(unpack[encoding](bytes).toString(), plain.text)
  }
  const refused = await request('GET', path, { headers: { 'accept-encoding': 'gzip;q=0' } })
  assert.is(refused.headers.get('content-encoding'), null)
})

test('other names get 404', async ({ request }) => {
  const names = [
    ...['app.css', 'app.0000000000.css', 'nothing.css', '..%2Fpackage.json', 'toString'],
    ...[assetUrl('app.css').replace('/assets/app', 'htmx'), 'constructor.0000000000.name'],
  ]
  for (const name of names) assert.is((await request('GET', `/assets/${name}`)).status, 404, name)
})

test.run()
