import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import { type Role, roles } from '../lib/schemas/user.ts'
import { apiToken, bearer, embedKey, wiki } from './support/credentials.ts'
import { bodies, call, pages, pathTo, queries } from './support/endpoints.ts'
import { formatNames } from './support/export-formats.ts'
import { minimumRoles } from './support/minimum-roles.ts'
import { type Answer, glossary, threeLanguages } from './support/test-service.ts'
import { learnSecret } from './support/wanted.ts'

const test = glossary('access', threeLanguages)

const guarded = Object.keys(minimumRoles).filter((endpoint) => minimumRoles[endpoint] !== 'public')
const publicEndpoints = Object.keys(minimumRoles).filter((endpoint) => minimumRoles[endpoint] === 'public')
const needsSession = (endpoint: string) => /^POST .*\/tokens$|\/oauth\//.test(endpoint)
const isApi = (endpoint: string) => endpoint.includes(' /api/')
const isGet = (endpoint: string) => endpoint.startsWith('GET ')
const explain = 'POST /api/v1/explain'
const isRead = (endpoint: string) => isGet(endpoint) || endpoint === explain || endpoint === 'POST /api/v1/correct'

/**
 * Returns whether access was granted. A 409 counts as granted, and so do the redirect after a form, and that no agent
 * asks.
 */
function outcome({ status, headers, body }: Answer) {
  const isDone = status === 303 && !headers.get('location')?.startsWith('/login')
  const isNotAsked = body?.code === 'agent_request_not_found'
  return status < 300 || status === 409 || isDone || isNotAsked ? 'granted' : `${status} ${body?.code ?? ''}`.trim()
}

async function outcomes(
  endpoints: readonly string[],
  callEach: (endpoint: string) => Promise<Answer>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const endpoint of endpoints) seen[endpoint] = outcome(await callEach(endpoint))
  return seen
}

const expected = (endpoints: readonly string[], expect: (endpoint: string) => string) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, expect(endpoint)]))

test('every endpoint requires the role that the table names, and the scope that its method implies', () => {
  for (const { contract } of routes) {
    const { method, path, access } = contract
    const endpoint = `${method} ${path}`
    if (access === 'public') assert.is(minimumRoles[endpoint], 'public', endpoint)
    else {
      const { role, scope, session = false, embed = false } = access
      assert.is(role, minimumRoles[endpoint], endpoint)
      assert.is(scope, isRead(endpoint) ? 'read' : 'write', endpoint)
      assert.equal([session, embed], [needsSession(endpoint), endpoint === explain], endpoint)
    }
  }
  assert.equal(
    Object.keys(minimumRoles).sort(),
    routes.map(({ contract: { method, path } }) => `${method} ${path}`).sort(),
  )
})

test('every endpoint refuses who is not logged in or has a lower role, and lets all others in', async (service) => {
  const callers = await Promise.all(roles.map((role) => service.person(role)))
  const wrong: string[] = []
  async function expect(what: string, expected: string, answer: Promise<Answer>) {
    const seen = outcome(await answer)
    if (seen !== expected) wrong.push(`${what}: ${seen}`)
  }
  for (const endpoint of guarded) {
    for (const caller of callers) {
      const isEnough = roles.indexOf(caller.role) >= roles.indexOf(minimumRoles[endpoint] as Role)
      const sent = call(service, endpoint, caller, bearer(caller.session), !isEnough)
      await expect(`${endpoint} as ${caller.role}`, isEnough ? 'granted' : '403 insufficient_role', sent)
      if (caller.role !== 'admin') continue
      const isPage = pages.includes(endpoint)
      const anonymous = call(service, endpoint, caller, {}, true)
      await expect(`${endpoint} without a credential`, isPage ? '303' : '401 unauthenticated', anonymous)
    }
  }
  assert.equal(wrong, [])
  assert.is((await service.request('GET', '/')).headers.get('location'), '/login?next=%2F')
})

/** One endpoint for each method and each way in which access is limited. */
const shapes = [
  ...new Map(
    routes
      .map(({ contract: { method, path, access } }) => ({
        shape: JSON.stringify([method, access]),
        method,
        path,
        access,
      }))
      .filter(({ access }) => access !== 'public')
      .map(({ shape, method, path }) => [shape, `${method} ${path}`]),
  ).values(),
]

test('a token with the scope read allows only GET, HEAD, explaining and correcting texts', async (service) => {
  const admin = await service.person('admin')
  const { token } = await apiToken(service, admin, ['read'])
  const heads = shapes.filter((endpoint) => isGet(endpoint) && isApi(endpoint))
  const endpoints = [...shapes, ...heads.map((endpoint) => endpoint.replace('GET', 'HEAD'))]
  const refusal = (endpoint: string) => {
    if (endpoint.startsWith('HEAD ')) return '403' // without a body
    return needsSession(endpoint) ? '403 session_required' : '403 insufficient_scope'
  }
  const isGranted = (endpoint: string) => !needsSession(endpoint) && (isRead(endpoint) || endpoint.startsWith('HEAD '))
  const granted = await outcomes(endpoints, (endpoint) =>
    call(service, endpoint, admin, bearer(token), !isGranted(endpoint)),
  )
  assert.equal(
    granted,
    expected(endpoints, (endpoint) => (isGranted(endpoint) ? 'granted' : refusal(endpoint))),
  )
})

test('a token with the scope write allows everything but creating tokens and connecting agents', async (service) => {
  const admin = await service.person('admin')
  const { token } = await apiToken(service, admin, ['write'])
  assert.equal(
    await outcomes(shapes, (endpoint) => call(service, endpoint, admin, bearer(token), needsSession(endpoint))),
    expected(shapes, (endpoint) => (needsSession(endpoint) ? '403 session_required' : 'granted')),
  )
})

test('an embed key allows explaining texts from its own origin, and nothing else from anywhere', async (service) => {
  const admin = await service.person('admin')
  const { key } = await embedKey(service, admin)
  const outcomesOf = (headers: Record<string, string>) =>
    outcomes(shapes, (endpoint) => call(service, endpoint, admin, { ...bearer(key), ...headers }, endpoint !== explain))
  const allRefused = expected(shapes, () => '401 invalid_credentials')
  assert.equal(await outcomesOf({ origin: wiki }), { ...allRefused, [explain]: 'granted' })
  assert.equal(await outcomesOf({}), { ...allRefused, [explain]: '403 origin_not_allowed' })
})

test('a token does not exceed the role of its user', async (service) => {
  const viewer = await service.person('viewer')
  const { token } = await apiToken(service, viewer, ['read', 'write'])
  const above = shapes.filter((endpoint) => minimumRoles[endpoint] !== 'viewer')
  assert.ok(above.length > 5)
  assert.equal(
    await outcomes(above, (endpoint) => call(service, endpoint, viewer, bearer(token), true)),
    expected(above, () => '403 insufficient_role'),
  )
})

test('a new role applies from the next request on, for sessions and for tokens', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const { token } = await apiToken(service, ada)
  const statuses = async () => [
    (await service.request('GET', '/api/v1/users', { as: ada })).status,
    (await service.request('GET', '/api/v1/users', { headers: bearer(token) })).status,
  ]
  const setRole = (role: Role) =>
    service.request('PATCH', `/api/v1/users/${ada.id}/role`, { as: admin, body: { role } })
  assert.equal(await statuses(), [403, 403])
  await setRole('admin')
  assert.equal(await statuses(), [200, 200])
  await setRole('editor')
  assert.equal(await statuses(), [403, 403])
})

test('a rejected request changes nothing', async (service) => {
  const [admin, viewer] = [await service.person('admin'), await service.person()]
  const { id, token } = await apiToken(service, admin, ['read'])
  const key = await embedKey(service, admin)
  const term = await service.term(viewer)
  const state = () => service.sql`
    select
      (select jsonb_agg(to_jsonb(t)) from terms t) as terms,
      (select jsonb_agg(to_jsonb(u) order by id) from users u) as users,
      (select jsonb_agg(to_jsonb(k) - 'last_used_at') from api_tokens k) as tokens,
      (select jsonb_agg(to_jsonb(k) - 'last_used_at') from embed_keys k) as embed_keys,
      (select count(*)::integer from audit_events) as events,
      (select count(*)::integer from job_runs) as runs`
  const before = await state()
  const rejected = [
    ['DELETE', `/api/v1/terms/${term.id}`, { as: viewer }],
    ['POST', `/api/v1/terms/${term.id}/promote`, { as: viewer, body: {} }],
    ['PATCH', `/api/v1/users/${viewer.id}/role`, { as: viewer, body: { role: 'admin' } }],
    ['PATCH', `/api/v1/users/${admin.id}`, { as: viewer, body: { is_active: false } }],
    ['POST', '/api/v1/admin/jobs/staleness/run', { as: viewer }],
    ['DELETE', `/api/v1/terms/${term.id}`, { headers: bearer(token) }],
    ['DELETE', `/api/v1/tokens/${id}`, { headers: bearer(token) }],
    ['POST', '/api/v1/tokens', { headers: bearer(token), body: { name: 'more' } }],
    ['DELETE', `/api/v1/admin/embed-keys/${key.id}`, { as: viewer }],
  ] as const
  for (const [method, path, options] of rejected) {
    assert.is((await service.request(method, path, options)).status, 403, `${method} ${path}`)
  }
  assert.equal(await state(), before)
})

test('public endpoints need no credential and expose no glossary data', async (service) => {
  const owner = await service.person('admin', 'grace@example.com')
  await service.term(owner, { name: 'Zeppelin 4711', definition: 'A confidential airship.' })
  const seen = await outcomes(publicEndpoints, async (endpoint) => {
    const response = await call(service, endpoint, owner)
    assert.not.match(response.text, /zeppelin|airship|grace@/i)
    return response
  })
  assert.equal(seen, {
    ...expected(publicEndpoints, () => 'granted'),
    'GET /auth/dev/login': '404 not_found',
    'GET /auth/slack/login': '404 slack_login_off',
    'GET /auth/slack/callback': '404 slack_login_off',
    'GET /auth/oidc/login': '404 oidc_login_off',
    'GET /auth/oidc/callback': '404 oidc_login_off',
    'POST /auth/logout': '303',
    'GET /health/client': '401 unauthenticated',
    'GET /metrics': '404 not_found',
    'POST /mcp': '401 unauthenticated',
    'GET /feeds/:token/:format': '401 invalid_credentials',
    'GET /oauth/authorize': '400 invalid_request',
    'POST /oauth/token': '415 not_form',
    'POST /oauth/revoke': '415 not_form',
    'POST /oauth/register': '400',
    'POST /slack/events': '404 not_found',
  })
})

test('a viewer reads nowhere how people call a term, and nobody reads who they are', async (service) => {
  const [editor, viewer] = [await service.person('editor'), await service.person()]
  const { id } = await service.term(await service.person(), { name: 'SLA' })
  await service.request('PUT', `/api/v1/terms/${id}/follow`, { as: viewer })
  const secret = await learnSecret(service, 'SLA')
  const { token } = await apiToken(service, viewer, ['feed'])
  const { key } = await embedKey(service, await service.person('admin'))
  const readable = Object.keys(minimumRoles).filter(
    (endpoint) => isRead(endpoint) && /viewer|public/.test(minimumRoles[endpoint] ?? ''),
  )
  const paths = async (endpoint: string) => {
    const pattern = endpoint.replace(/^\w+ /, '')
    const ofTerm = pattern.replace('/terms/:id', `/terms/${id}`).replace(':name+', 'SLA')
    return `${await pathTo(service, ofTerm, viewer)}${queries[pattern] ?? ''}`
  }
  const reads = [
    ...(await Promise.all(readable.map(paths))),
    ...formatNames.map((format) => `/api/v1/export?status=all&format=${format}`),
    ...['json', 'context', 'atom'].map((format) => `/feeds/${token}/${format}?status=all`),
    ...['/?q=', '/t?q=', '/api/v1/lookup?q='].map((path) => `${path}secret+projekt`),
    ...['/review?kind=alias', '/review/more?kind=alias', '/api/v1/review?kind=alias'],
  ]
  for (const path of reads) {
    const body = bodies[`POST ${path}`]
    const isPost = /(explain|correct)$/.test(path)
    const { text } = await service.request(isPost ? 'POST' : 'GET', path, { as: viewer, ...(isPost && { body }) })
    assert.not.match(text, secret.name, path)
    assert.not.match(text, secret.seekers, path)
  }
  const embedded = await service.request('POST', '/api/v1/explain', {
    headers: { ...bearer(key), origin: wiki },
    body: { text: 'Our SLA.' },
  })
  assert.match(embedded.text, 'SLA')
  assert.not.match(embedded.text, secret.name)
  for (const path of ['/review', `/terms/${id}`, '/api/v1/review', '/api/v1/wanted', '/wanted']) {
    const { text } = await service.request('GET', path, { as: editor })
    assert.match(text, secret.name, path)
    assert.not.match(text, secret.seekers, path)
  }
  const sent = await service.sql`select to_jsonb(m) as message from outbox_messages m`
  const audited = await service.sql`select to_jsonb(e) as event from audit_events e`
  assert.not.match(JSON.stringify([sent, audited]), secret.name)
})

test.run()
