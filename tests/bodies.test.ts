import * as assert from 'uvu/assert'
import { bearer, cookie } from './support/credentials.ts'
import { listen } from './support/listen.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('bodies')

const limit = 64 * 1024
const term = JSON.stringify({ name: 'SLA', definition: 'A promise.' })

/** A body without a known length. */
function stream(text: string, pieces = 8): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / pieces)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
    },
  })
}

test('a body of 64 KiB is accepted, one byte more is 413', async ({ person, request, sql }) => {
  const as = await person()
  const post = (body: string) => request('POST', '/api/v1/terms', { as, body })
  assert.is((await post(term.padEnd(limit + 1))).status, 413)
  assert.is((await sql`select 1 from terms`).length, 0)
  assert.is((await post(term.padEnd(limit))).status, 201)
})

test('the limit counts bytes, not characters', async ({ person, request }) => {
  const as = await person()
  const body = `{"name": "SLA", "definition": "${'ü'.repeat(limit / 2)}"}`
  assert.ok(body.length < limit)
  assert.is((await request('POST', '/api/v1/terms', { as, body })).status, 413)
})

test('a Content-Length over the limit is 413 before the body is read', async ({ person, request }) => {
  const headers = { 'content-length': String(limit + 1) }
  const as = await person()
  assert.is((await request('POST', '/api/v1/terms', { as, body: term, headers })).status, 413)
})

test('a body without a Content-Length is counted while it is read', async (service) => {
  const { origin, stop } = await listen(service)
  try {
    const headers = { ...bearer((await service.person()).session), 'content-type': 'application/json' }
    const post = async (text: string) => {
      const init = { method: 'POST', headers, body: stream(text), duplex: 'half' }
      const response = await fetch(`${origin}/api/v1/terms`, init as RequestInit)
      return { status: response.status, body: (await response.json()) as { code?: string } }
    }
    for (const size of [limit + 1, 4 * limit]) {
      const { status, body } = await post(term.padEnd(size))
      assert.is(status, 413, `${size} bytes`)
      assert.is(body.code, 'body_too_large')
    }
    assert.is((await post(term.padEnd(limit))).status, 201)
  } finally {
    await stop()
  }
})

test('authorization comes before the body is read', async ({ request }) => {
  const body = ' '.repeat(limit + 1)
  assert.is((await request('POST', '/api/v1/terms', { body })).status, 401)
})

test('a body must have a JSON content type', async ({ person, request }) => {
  const as = await person()
  const statusOf = async (type: string, body: string) =>
    (await request('POST', '/api/v1/terms', { as, body, headers: { 'content-type': type } })).status
  const refused = [
    ...['text/plain', 'text/json', 'application/x-www-form-urlencoded'],
    ...['multipart/form-data; boundary=x', 'application/problem+json', 'application/jsonp'],
    ...['application', ''],
  ]
  for (const type of refused) assert.is(await statusOf(type, term), 415, type)
  const accepted = [
    ...['application/json', 'Application/JSON', 'application/json; charset=utf-8'],
    ...['application/json;charset=UTF-8', ' application/json ; x=y'],
  ]
  for (const [i, type] of accepted.entries()) {
    const body = JSON.stringify({ name: `SLA ${i}`, definition: 'A promise.' })
    assert.is(await statusOf(type, body), 201, type)
  }
})

test('a body with a Content-Encoding or another charset gets 415, whatever is in it', async (service) => {
  const as = await service.person('admin')
  const { gzipSync } = await import('node:zlib')
  const { id } = await service.term(as)
  const headersOf = (type: string): Record<string, string>[] => [
    ...['gzip', 'br', 'identity, gzip', 'x'].map((encoding) => ({
      'content-type': type,
      'content-encoding': encoding,
    })),
    ...['iso-8859-1', 'utf-16', '"latin1"'].map((charset) => ({ 'content-type': `${type}; charset=${charset}` })),
  ]
  for (const [path, type] of [
    ['/api/v1/terms', 'application/json'],
    ['/api/v1/explain', 'application/json'],
    ['/api/v1/correct', 'application/json'],
    [`/terms/${id}/dispute`, 'application/x-www-form-urlencoded'],
  ] as const) {
    for (const headers of headersOf(type)) {
      for (const body of [gzipSync(term), term]) {
        const sent = { body, headers }
        const who = path.startsWith('/terms') ? { headers: { ...headers, ...cookie(as) } } : { as }
        const answer = await service.request('POST', path, { ...sent, ...who })
        assert.is(answer.status, 415, `${path} ${JSON.stringify(headers)}`)
      }
    }
  }
})

test('a body must be UTF-8', async ({ person, request }) => {
  const as = await person()
  const latin1 = Buffer.from('{"name": "Löhne", "definition": "Was alle bekommen."}', 'latin1')
  const { status, body } = await request('POST', '/api/v1/terms', { as, body: latin1 })
  assert.is(status, 400)
  assert.is(body.code, 'malformed_request')
})

test('a JSON body that is not an object is 422', async ({ person, request }) => {
  const as = await person()
  for (const body of ['null', '[]', '1', '"name"', 'true', `[${term}]`, '['.repeat(9000) + ']'.repeat(9000)]) {
    const answer = await request('POST', '/api/v1/terms', { as, body })
    assert.is(answer.status, 422, body.slice(0, 80))
    assert.equal(answer.body.errors, [{ path: '', message: 'must be an object' }])
  }
})

test('a response is JSON in UTF-8', async ({ person, request }) => {
  const as = await person()
  const body = { name: 'Löhne', definition: 'Was alle bekommen. 💶' }
  const created = await request('POST', '/api/v1/terms', { as, body })
  assert.is(created.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.is(created.headers.get('content-length'), String(Buffer.byteLength(created.text)))
  assert.equal([created.body.name, created.body.definition], [body.name, body.definition])
})

test('fields that nobody may set are ignored in a term, and refused in a token', async ({ person, request }) => {
  const as = await person()
  const term =
    '{"name": "x", "definition": "y", "__proto__": {"status": "official"}, "status": "official", "vote_count": 9}'
  const created = await request('POST', '/api/v1/terms', { as, body: term })
  assert.equal([created.status, created.body.status, created.body.vote_count], [201, 'pending', 0])
  const token = { name: 'x', user_id: 'y', token: 'z' }
  const refused = await request('POST', '/api/v1/tokens', { as, body: token })
  assert.equal([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)], [422, ['user_id']])
})

test.run()
