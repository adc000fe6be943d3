import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import { assetUrl } from '../lib/http/assets.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { bodies, queries } from './support/endpoints.ts'
import { type Answer, glossary } from './support/test-service.ts'

const test = glossary('problems')

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
}

/** Checks a problem document to the last member (RFC 9457), but for its wording. */
function assertProblem(answer: Answer, status: number, code: string, members: object = {}) {
  assert.is(answer.status, status, `${answer.status} instead of ${status} ${code}`)
  assert.is(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  const { detail, ...document } = answer.body
  assert.equal(document, {
    type: 'about:blank',
    title: titles[status],
    status,
    code,
    request_id: answer.headers.get('x-request-id'),
    ...members,
  })
  assert.type(detail, 'string')
  assert.ok(detail.length > 0)
}

test('400: malformed JSON', async ({ person, request }) => {
  const as = await person()
  for (const body of ['{', '{"name": "SLA",}', "{'name': 'SLA'}", 'name=SLA', '{} {}', ' ']) {
    assertProblem(await request('POST', '/api/v1/terms', { as, body }), 400, 'malformed_json')
  }
})

test('400: malformed percent-encoding, in a path or a query', async ({ person, request }) => {
  const as = await person()
  const paths = [
    ...['/%', '/%ZZ', '/api/v1/terms/%E0%A4%A', '/api/v1/terms/%FF', '/api/v1/terms?q=%'],
    ...['/api/v1/terms?q=100%25&category=%C3%28', '/assets/%c3'],
  ]
  for (const path of paths) {
    assertProblem(await request('GET', path, { as }), 400, 'malformed_request')
  }
})

test('401: no credential, or an invalid one', async ({ request }) => {
  assertProblem(await request('GET', '/api/v1/terms'), 401, 'unauthenticated')
  const wrong = { headers: bearer('nonsense') }
  assertProblem(await request('GET', '/api/v1/terms', wrong), 401, 'invalid_credentials')
})

test('403: the role, the scope, the kind of credential, another site', async (service) => {
  const { request } = service
  const viewer = await service.person()
  const [read, write] = [await apiToken(service, viewer), await apiToken(service, viewer, ['write'])]
  const vote = `/api/v1/terms/${(await service.term(viewer)).id}/vote`
  assertProblem(await request('GET', '/api/v1/users', { as: viewer }), 403, 'insufficient_role')
  const byReadToken = { headers: bearer(read.token) }
  assertProblem(await request('POST', vote, byReadToken), 403, 'insufficient_scope')
  const byToken = { headers: bearer(write.token), body: { name: 'more' } }
  assertProblem(await request('POST', '/api/v1/tokens', byToken), 403, 'session_required')
  const byForeignPage = { headers: { ...cookie(viewer), origin: 'https://evil.example' } }
  assertProblem(await request('POST', vote, byForeignPage), 403, 'cross_site')
})

test('404: an unknown path', async ({ person, request }) => {
  const as = await person('admin')
  const paths = ['/nothing/here', '/api/v1', '/api/v2/terms', '/API/V1/terms', '/api/v1/terms/x/y']
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      assertProblem(await request(method, path), 404, 'not_found')
      assertProblem(await request(method, path, { as }), 404, 'not_found')
    }
  }
  assertProblem(await request('GET', '/assets/nothing.css'), 404, 'not_found')
})

test('404: an unknown ID, and one that is not a UUID', async ({ person, request, term }) => {
  const as = await person('admin')
  const { id } = await term(as)
  const ids = [randomUUID(), as.id, 'nonsense', '1', `${id}0`, id.replaceAll('-', ''), '%00', '..%2f']
  const endpoints = routes.map(({ contract }) => contract).filter(({ path }) => /^\/api\/v1\/terms\/:id/.test(path))
  const tokens = ids.filter((each) => each !== as.id)
  for (const unknown of ids) {
    for (const { method, path } of endpoints) {
      const body = bodies[`${method} ${path}`]
      const answer = await request(method, path.replace(':id', unknown), { as, body })
      assertProblem(answer, 404, 'not_found')
    }
  }
  for (const unknown of tokens) {
    const user = `/api/v1/users/${unknown}`
    assertProblem(await request('DELETE', `/api/v1/tokens/${unknown}`, { as }), 404, 'not_found')
    const active = await request('PATCH', user, { as, body: { is_active: true } })
    assertProblem(active, 404, 'not_found')
    const role = await request('PATCH', `${user}/role`, { as, body: { role: 'viewer' } })
    assertProblem(role, 404, 'not_found')
  }
})

test('405: a known path with an unsupported method; Allow lists the supported ones', async (service) => {
  const allowed: Record<string, string> = {
    '/health': 'GET, HEAD, OPTIONS',
    '/api/v1/terms': 'GET, HEAD, POST, OPTIONS',
    '/api/v1/terms/some-id': 'GET, HEAD, PUT, DELETE, OPTIONS',
    '/api/v1/terms/some-id/vote': 'POST, DELETE, OPTIONS',
    '/api/v1/terms/some-id/dispute': 'POST, OPTIONS',
    '/api/v1/export': 'GET, HEAD, OPTIONS',
    '/api/v1/users': 'GET, HEAD, POST, OPTIONS',
    '/api/v1/users/some-id': 'PATCH, OPTIONS',
    '/api/v1/users/some-id/role': 'PATCH, OPTIONS',
    '/api/v1/tokens': 'GET, HEAD, POST, OPTIONS',
    '/api/v1/tokens/some-id': 'DELETE, OPTIONS',
    '/api/v1/admin/audit': 'GET, HEAD, OPTIONS',
    '/api/v1/admin/jobs/discovery/run': 'POST, OPTIONS',
    '/auth/logout': 'POST, OPTIONS',
    '/login': 'GET, HEAD, OPTIONS',
  }
  for (const [path, allow] of Object.entries(allowed)) {
    if (!allow.includes('HEAD')) {
      const head = await service.request('HEAD', path)
      assert.equal([head.status, head.text, head.headers.get('allow')], [405, '', allow], path)
    }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (allow.split(', ').includes(method)) continue
      const answer = await service.request(method, path)
      assertProblem(answer, 405, 'method_not_allowed')
      assert.is(answer.headers.get('allow'), allow, `${method} ${path}`)
    }
  }
})

test('405: Allow is that of the path itself, not of paths with an ID that match, too', async ({ request }) => {
  const { status, headers } = await request('PATCH', '/api/v1/terms/bulk')
  assert.equal([status, headers.get('allow')], [405, 'POST, OPTIONS'])
})

test('409: an old version, a duplicate, a transition that is not possible', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const term = await service.term(as, { name: 'SLA' })
  const path = `/api/v1/terms/${term.id}`
  const stale = await request('PUT', path, { as, body: { version: 7, name: 'SLO' } })
  assertProblem(stale, 409, 'version_conflict', { current_version: 1 })
  const body = { name: 'sla', definition: 'The same.' }
  const duplicate = await request('POST', '/api/v1/terms', { as, body })
  assertProblem(duplicate, 409, 'duplicate', { existing_id: term.id })
  assertProblem(await request('POST', `${path}/official`, { as }), 409, 'transition_refused')
  const admin = await service.person('admin')
  const demote = { as: admin, body: { role: 'viewer' } }
  const role = `/api/v1/users/${admin.id}/role`
  assertProblem(await request('PATCH', role, demote), 409, 'last_admin')
})

test('412: If-Match that does not match', async ({ person, request, term }) => {
  const as = await person('editor')
  const path = `/api/v1/terms/${(await term(as)).id}`
  const headers = { 'if-match': '"7"' }
  const body = { version: 1, name: 'SLO' }
  for (const answer of [
    await request('PUT', path, { as, headers, body }),
    await request('DELETE', path, { as, headers }),
  ]) {
    assertProblem(answer, 412, 'precondition_failed', { current_version: 1 })
  }
})

test('413 and 415: a body too large, and one that is not JSON', async ({ person, request }) => {
  const as = await person()
  const large = await request('POST', '/api/v1/terms', { as, body: ' '.repeat(65_537) })
  assertProblem(large, 413, 'body_too_large')
  const headers = { 'content-type': 'text/plain' }
  const text = await request('POST', '/api/v1/terms', { as, headers, body: '{}' })
  assertProblem(text, 415, 'not_json')
})

test('422: a body, a query, a job type that fails validation', async ({ person, request }) => {
  const as = await person('admin')
  const body = await request('POST', '/api/v1/terms', { as, body: { name: 1 } })
  assertProblem(body, 422, 'validation_failed', {
    errors: [
      { path: 'name', message: 'must be text' },
      { path: 'definition', message: 'is required' },
    ],
    errors_total: 2,
  })
  const query = await request('GET', '/api/v1/users?limit=0&offset=x', { as })
  assertProblem(query, 422, 'validation_failed', {
    errors: [
      { path: 'limit', message: 'must be at least 1' },
      { path: 'offset', message: 'must be a whole number' },
    ],
    errors_total: 2,
  })
  const job = await request('POST', '/api/v1/admin/jobs/cleaning/run', { as })
  assertProblem(job, 422, 'validation_failed', {
    errors: [{ path: 'job_type', message: 'must be one of discovery, staleness' }],
    errors_total: 1,
  })
})

test('HEAD returns the headers of GET and no body', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as)
  const paths = routes
    .filter(({ contract }) => contract.method === 'GET')
    .map(({ contract }) =>
      contract.path
        .replace(':id', id)
        .replace('/assets/:file', assetUrl('app.css'))
        .concat(queries[contract.path] ?? ''),
    )
  assert.ok(paths.includes(`/api/v1/terms/${id}`))
  for (const path of [...paths, '/nothing/here']) {
    const get = await service.request('GET', path, { as })
    const head = await service.request('HEAD', path, { as })
    const after = await service.request('GET', path, { as })
    const lasting = ({ headers }: Answer) =>
      JSON.stringify(
        [...headers].filter(([name]) => name !== 'x-request-id'),
        null,
        1,
      )
    assert.is(head.text, '')
    assert.is(head.status, get.status, path)
    if (get.status !== 303) assert.ok(Number(get.headers.get('content-length')) > 0, path)
    // A page may say something else by the time of the second request, and no more by that of the third.
    if (lasting(head) !== lasting(after)) assert.is(lasting(head), lasting(get), path)
  }
})

test.run()
