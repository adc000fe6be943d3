import * as assert from 'uvu/assert'
import { routes } from '../handlers/app.ts'
import type { Endpoint, Method } from '../lib/http/endpoint.ts'
import { beginningOf, inRouteOrder } from '../lib/http/route-order.ts'
import { filesBelow, root } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('routes')
const lists = ['handlers/routes.ts', 'handlers/pages/routes.ts']
const files = filesBelow('handlers').filter((path) => ![...lists, 'handlers/app.ts'].includes(path))
/** What an area of pages has beside its endpoints: views, forms, readers, words, and responses of several endpoints. */
const besideEndpoints = /^handlers\/pages\/[a-z-]+\/([a-z-]+-(view|form|words)|(read|respond)-[a-z-]+)\.tsx?$/

/** The file of each endpoint: 'terms/read'. */
const fileOf = new Map<Endpoint, string>()
const others: string[] = []
for (const file of files) {
  const { default: endpoint } = (await import(root + file)) as { default?: Endpoint }
  if (!endpoint) others.push(file)
  else fileOf.set(endpoint, file.replace(/^handlers\/|\.tsx?$/g, ''))
}

type Route = { contract: Pick<Endpoint['contract'], 'method' | 'path'> }

const nameOf = ({ contract: { method, path } }: Route) => `${method} ${path}`

test('every endpoint in handlers/ is listed once, and the files beside them say what they are', () => {
  const listed = routes.map((endpoint) => fileOf.get(endpoint) ?? nameOf(endpoint))
  assert.equal(listed.sort(), [...fileOf.values()].sort())
  assert.equal(
    others.filter((file) => !besideEndpoints.test(file)),
    [],
  )
})

/** What a path pattern of itty-router matches: `:name` a segment, `:name+` and `*` the rest. */
const pattern = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\./g, '\\.')
      .replace(/\*/g, '.*')
      .replace(/:\w+\+/g, '.+')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  )
const example = (path: string) => path.replace(/:\w+\+?|\*/g, 'something')

/** What no request can reach, in the order in which requests try routes. */
const findShadowed = (ordered: readonly Route[]) =>
  ordered.flatMap((later, i) =>
    ordered
      .slice(0, i)
      .filter(({ contract: { method } }) => method === later.contract.method)
      .filter(({ contract: { path } }) => pattern(path).test(example(later.contract.path)))
      .map((earlier) => `${nameOf(earlier)} shadows ${nameOf(later)}`),
  )

test('no route shadows a later one, whatever the order in the lists', () => {
  for (const listed of [routes, [...routes].reverse()]) assert.equal(findShadowed(inRouteOrder(listed)), [])
})

test('a fixed segment comes before a parameter, and the rest of a path last', () => {
  const paths = ['/a/:rest+', '/a/:id', '/a/:id/z', '/a/b', '/a/:id/*', '/a/b/:id', '/a', '/:any'] as const
  const listed = paths.map((path) => ({ contract: { method: 'GET' as const, path } }))
  assert.ok(findShadowed(listed).length > 0)
  const ordered = inRouteOrder(listed)
  assert.equal(
    ordered.map(({ contract }) => contract.path),
    ['/a', '/a/b', '/a/b/:id', '/a/:id', '/a/:id/z', '/a/:id/*', '/a/:rest+', '/:any'],
  )
})

test('requests are grouped by what no parameter is in', () => {
  for (const { contract } of routes) assert.not.match(beginningOf(contract.path), /[:*]/, contract.path)
  assert.equal(['/', '/t/a/b', '/api/v1/terms/1'].map(beginningOf), ['/', '/t', '/api/v1/terms'])
})

test('a path names its parameters, and its contract describes them', () => {
  for (const { contract } of routes) {
    const named = [...contract.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    assert.equal(Object.keys(contract.params?.entries ?? {}), named, contract.path)
  }
})

test('the API needs a caller: scope read for GET, explain and correct, scope write for the rest', () => {
  for (const endpoint of routes.filter(({ contract }) => contract.path.startsWith('/api/'))) {
    const { access, method, path } = endpoint.contract
    const scope = access === 'public' ? 'public' : access.scope
    const isRead = method === 'GET' || ['/api/v1/explain', '/api/v1/correct'].includes(path)
    assert.is(scope, isRead ? 'read' : 'write', nameOf(endpoint))
  }
})

const verbs: Record<Method, [collection: string, item: string]> = {
  GET: ['list', 'read'],
  POST: ['create', ''],
  PUT: ['', 'update'],
  PATCH: ['', 'update'],
  DELETE: ['', 'remove'],
}

/**
 * The file of a path. A collection is a folder with list, create, read, update and remove; an action on an item
 * has the name of the action (DELETE: un…, PATCH: update-…); any other path is one file:
 * /auth/dev/login is auth/dev-login.
 */
function expectedFiles({ method, path }: Endpoint['contract']): string[] {
  const [first = '', ...rest] = path
    .replace(/^\/api\/v1/, '')
    .slice(1)
    .split('/')
  if (!path.startsWith('/api/v1/')) {
    const words = rest.filter((word) => !word.startsWith(':'))
    const folder = first.replace(/^\./, '')
    return [words.length > 0 ? `${folder}/${words.join('-')}` : first]
  }
  if (first === 'admin') {
    const [thing = '', id, action = id ? verbs[method][1] : verbs[method][0]] = rest
    return [action === 'list' ? `admin/${thing}` : `admin/${action}-${thing.replace(/s$/, '')}`]
  }
  const [collection, item] = verbs[method]
  const [id, action] = rest
  if (!id) return [`${first}/${collection}`, first]
  if (!action) return [`${first}/${item}`]
  const prefix = { GET: '', POST: '', PUT: '', PATCH: 'update-', DELETE: 'un' }[method]
  return [`${first}/${prefix}${action}`]
}

const exceptions: Record<string, string> = {
  '/api/v1/review/bulk': 'review/bulk',
  '/api/v1/terms/bulk': 'terms/bulk',
  '/docs': 'docs/page',
  '/embed.js': 'embed',
  '/extension.zip': 'extension',
  '/favicon.ico': 'favicon',
  '/openapi.json': 'docs/openapi',
  '/api/v1/inbox/read': 'inbox/read',
  'PATCH /api/v1/me': 'me/update',
  '/api/v1/me/follows': 'me/follows',
  '/api/v1/me/agents': 'me/agents',
  '/api/v1/me/agents/:id': 'me/disconnect-agent',
  '/api/v1/users/:id/erase': 'users/preview-erasure',
  '/oauth/authorize/:uid': 'oauth/resume',
  'PUT /api/v1/terms/:id/relations/:kind/:other_id': 'terms/relate',
  'DELETE /api/v1/terms/:id/relations/:kind/:other_id': 'terms/unrelate',
  'PUT /api/v1/terms/:id/translations/:language': 'terms/translate',
  'DELETE /api/v1/terms/:id/translations/:language': 'terms/remove-translation',
  '/api/v1/terms/:id/translations/:language/current': 'terms/confirm-translation',
  '/api/v1/terms/:id/relations/:kind/:other_id/refusal': 'terms/refuse-relation',
}

test('a file is named after its path', () => {
  const misnamed = routes
    .map((endpoint) => ({ endpoint, file: fileOf.get(endpoint) ?? '' }))
    .filter(({ endpoint, file }) => {
      const { contract } = endpoint
      const isPage = file.startsWith('pages/') && !contract.path.startsWith('/api/')
      const exception = exceptions[nameOf(endpoint)] ?? exceptions[contract.path]
      return !isPage && exception !== file && !expectedFiles(contract).includes(file)
    })
    .map(({ endpoint, file }) => `${nameOf(endpoint)} is ${file}, not ${expectedFiles(endpoint.contract)}`)
  assert.equal(misnamed, [])
})

test.run()
