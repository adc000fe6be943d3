import * as assert from 'uvu/assert'
import { assetUrl } from '../lib/http/assets.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('request ids')

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The request id that the answer bears where the caller sends this one. */
async function answered({ request }: Pick<TestService, 'request'>, sent?: string) {
  const headers: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent }
  return (await request('GET', '/health', { headers })).headers.get('x-request-id') ?? ''
}

test('the request ID of the caller is returned', async (service) => {
  const sane = [
    '1',
    'a-b_c.d:e',
    '0af7651916cd43dd8448eb211c80319c',
    '6F1C7D1E-2f0a-4c57-9d0c-0c6a3d0f6a10',
    'x'.repeat(128),
  ]
  for (const id of sane) assert.is(await answered(service, id), id)
})

test('an invalid request ID is replaced', async (service) => {
  const insane = [
    '',
    'x'.repeat(129),
    'a b',
    'a, b',
    '<script>',
    'a"b',
    "a'b",
    'a{b}',
    'a/b',
    'a\tb',
    'a%0ab',
    'é',
    '\u00a0',
  ]
  for (const id of insane) assert.match(await answered(service, id), uuid, `for ${id}`)
})

test('without a request ID, the response has a new one', async (service) => {
  const ids = [await answered(service), await answered(service), await answered(service)]
  for (const id of ids) assert.match(id, uuid)
  assert.is(new Set(ids).size, 3)
})

test('every kind of response has it, and problem documents contain it', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as)
  const path = `/api/v1/terms/${id}`
  const kinds = [
    [200, 'GET', path, {}],
    [200, 'HEAD', path, {}],
    [304, 'GET', path, { 'if-none-match': '"1"' }],
    [204, 'OPTIONS', path, {}],
    [303, 'POST', '/auth/logout', {}],
    [200, 'GET', '/login', {}],
    [200, 'GET', assetUrl('app.css'), {}],
    [400, 'GET', '/%ZZ', {}],
    [403, 'DELETE', path, {}],
    [404, 'GET', '/nothing/here', {}],
    [405, 'PATCH', path, {}],
  ] as const
  for (const [status, method, target, others] of kinds) {
    const headers = { ...others, 'x-request-id': `for-${status}` }
    const answer = await request(method, target, { as, headers })
    assert.is(answer.status, status)
    assert.is(answer.headers.get('x-request-id'), `for-${status}`, `${method} ${target}`)
    if (status >= 400) assert.is(answer.body.request_id, `for-${status}`)
  }
})

test.run()
