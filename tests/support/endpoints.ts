import { assetUrl } from '../../lib/http/assets.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { apiToken, embedKey } from './credentials.ts'
import { routes } from './routes.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** The minimum role for each endpoint, from the tables of the specification and the contract. */
export const minimumRoles: Record<string, Role | 'public'> = {
  'GET /api/v1/terms': 'viewer',
  'GET /api/v1/lookup': 'viewer',
  'POST /api/v1/explain': 'viewer',
  'POST /api/v1/terms': 'viewer',
  'GET /api/v1/terms/:id': 'viewer',
  'PUT /api/v1/terms/:id': 'viewer',
  'DELETE /api/v1/terms/:id': 'editor',
  'POST /api/v1/terms/:id/vote': 'viewer',
  'DELETE /api/v1/terms/:id/vote': 'viewer',
  'POST /api/v1/terms/:id/dispute': 'viewer',
  'POST /api/v1/terms/:id/official': 'editor',
  'POST /api/v1/terms/:id/promote': 'editor',
  'POST /api/v1/terms/:id/confirm': 'viewer',
  'POST /api/v1/terms/:id/claim': 'viewer',
  'GET /api/v1/terms/:id/history': 'viewer',
  'POST /api/v1/terms/:id/revert': 'viewer',
  'POST /api/v1/terms/:id/merge': 'editor',
  'GET /api/v1/terms/:id/disputes': 'viewer',
  'POST /api/v1/disputes/:id/resolve': 'viewer',
  'POST /api/v1/terms/:id/proposals': 'viewer',
  'GET /api/v1/proposals': 'viewer',
  'GET /api/v1/proposals/:id': 'viewer',
  'POST /api/v1/proposals/:id/accept': 'viewer',
  'POST /api/v1/proposals/:id/decline': 'viewer',
  'DELETE /api/v1/proposals/:id': 'viewer',
  'GET /api/v1/export': 'viewer',
  'GET /feeds/:token/:format': 'public', // it checks its own tokens
  'GET /api/v1/me': 'viewer',
  'GET /api/v1/users': 'admin',
  'PATCH /api/v1/users/:id': 'admin',
  'PATCH /api/v1/users/:id/role': 'admin',
  'GET /api/v1/tokens': 'viewer',
  'POST /api/v1/tokens': 'viewer',
  'DELETE /api/v1/tokens/:id': 'viewer',
  'GET /api/v1/admin/stats': 'admin',
  'GET /api/v1/admin/jobs': 'admin',
  'POST /api/v1/admin/jobs/:job_type/run': 'admin',
  'GET /api/v1/admin/audit': 'admin',
  'GET /api/v1/admin/messages': 'admin',
  'GET /api/v1/admin/embed-keys': 'admin',
  'POST /api/v1/admin/embed-keys': 'admin',
  'DELETE /api/v1/admin/embed-keys/:id': 'admin',
  'POST /mcp': 'public', // it checks its own tokens
  'POST /slack/events': 'public', // it checks signatures
  'GET /': 'viewer',
  'GET /t': 'viewer',
  'GET /t/:name+': 'viewer',
  'GET /opensearch.xml': 'public',
  'GET /export': 'viewer',
  'GET /explain': 'viewer',
  'POST /explain': 'viewer',
  'GET /terms/new': 'viewer',
  'GET /terms/:id': 'viewer',
  'POST /terms': 'viewer',
  'GET /terms/:id/edit': 'viewer',
  'POST /terms/:id/edit': 'viewer',
  'POST /terms/:id/preview': 'viewer',
  'POST /terms/:id/delete': 'editor',
  'POST /terms/:id/vote': 'viewer',
  'POST /terms/:id/unvote': 'viewer',
  'POST /terms/:id/dispute': 'viewer',
  'POST /terms/:id/official': 'editor',
  'POST /terms/:id/promote': 'editor',
  'POST /terms/:id/confirm': 'viewer',
  'POST /terms/:id/claim': 'viewer',
  'POST /terms/:id/disown': 'viewer',
  'GET /terms/:id/history': 'viewer',
  'GET /terms/:id/merge': 'editor',
  'POST /terms/:id/merge': 'editor',
  'GET /terms/:id/revert': 'viewer',
  'POST /terms/:id/revert': 'viewer',
  'POST /disputes/:id/resolve': 'viewer',
  'GET /proposals/:id': 'viewer',
  'POST /proposals/:id/accept': 'viewer',
  'POST /proposals/:id/decline': 'viewer',
  'POST /proposals/:id/withdraw': 'viewer',
  'GET /login': 'public',
  'GET /tokens': 'viewer',
  'POST /tokens': 'viewer',
  'POST /tokens/:id/revoke': 'viewer',
  'GET /admin': 'admin',
  'GET /admin/users': 'admin',
  'POST /admin/users/:id/role': 'admin',
  'POST /admin/users/:id/active': 'admin',
  'GET /admin/jobs': 'admin',
  'POST /admin/jobs/:job_type/run': 'admin',
  'GET /admin/audit': 'admin',
  'GET /admin/messages': 'admin',
  'GET /admin/embed': 'admin',
  'POST /admin/embed': 'admin',
  'POST /admin/embed/:id/revoke': 'admin',
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /docs': 'public',
  'GET /openapi.json': 'public',
  'GET /auth/dev/login': 'public',
  'GET /auth/slack/login': 'public',
  'GET /auth/slack/callback': 'public',
  'POST /auth/logout': 'public',
  'GET /assets/:file': 'public',
  'GET /favicon.ico': 'public',
  'GET /embed.js': 'public',
}

/** The term into which others are merged. */
const mergeTarget = '0e5a7d3c-41f2-4b86-9d0e-2a6b8c1f3d57'
const merge = { into: mergeTarget, version: 1, into_version: 1 }

/** The query parameters that an endpoint requires. */
export const queries: Record<string, string> = {
  '/api/v1/lookup': '?q=SLA',
  '/terms/:id/revert': '?to_version=1',
  '/terms/:id/merge': `?into=${mergeTarget}`,
}

export const bodies: Record<string, object> = {
  'POST /api/v1/explain': { text: 'Our SLA.' },
  'POST /api/v1/terms': { name: 'SLA', definition: 'A promise.' },
  'PUT /api/v1/terms/:id': { version: 1, definition: 'A promise.' },
  'PATCH /api/v1/users/:id': { is_active: true },
  'PATCH /api/v1/users/:id/role': { role: 'viewer' },
  'POST /api/v1/tokens': { name: 'a token' },
  'POST /api/v1/admin/embed-keys': { name: 'wiki', origins: ['https://wiki.example.com'] },
  'POST /api/v1/terms/:id/revert': { version: 2, to_version: 1 },
  'POST /api/v1/terms/:id/merge': merge,
  'POST /api/v1/terms/:id/proposals': { version: 1, definition: 'Another promise.' },
  'POST /api/v1/disputes/:id/resolve': { resolution: 'withdrawn' },
}

/** The fields of the forms on pages. */
const forms: Record<string, Record<string, string>> = {
  'POST /tokens': { name: 'a token' },
  'POST /explain': { text: 'Our SLA.' },
  'POST /admin/embed': { name: 'wiki', origins: 'https://wiki.example.com' },
  'POST /terms': { name: 'SLA', definition: 'A promise.' },
  'POST /terms/:id/edit': { version: '1', name: 'SLA', definition: 'A promise.' },
  'POST /terms/:id/preview': { version: '1', name: 'SLA', definition: 'A promise.' },
  'POST /terms/:id/dispute': { reason: 'It means something else.' },
  'POST /terms/:id/delete': { version: '1' },
  'POST /terms/:id/revert': { version: '2', to_version: '1' },
  'POST /terms/:id/merge': { into: mergeTarget, version: '1', into_version: '1' },
  'POST /disputes/:id/resolve': { resolution: 'withdrawn' },
  'POST /admin/users/:id/role': { role: 'viewer' },
  'POST /admin/users/:id/active': { is_active: 'true' },
}

/** The endpoints that are pages. */
export const pages = routes
  .filter(({ contract: { access } }) => access !== 'public' && access.page)
  .map(({ contract: { method, path } }) => `${method} ${path}`)

/** Calls an endpoint on objects of `owner`, so that only the credential decides about the access. */
export async function call(
  service: TestService,
  endpoint: string,
  owner: Person,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = '', pattern = ''] = endpoint.split(' ')
  const object = await createObject(service, pattern, owner)
  const path = pattern
    .replace(':id', object?.id ?? '')
    .replace(':job_type', 'staleness')
    .replace(':token/:format', 'glo_unknown/json')
    .replace(':name+', object && 'name' in object ? `${object.name}` : '')
    .replace('/assets/:file', assetUrl('app.css'))
    .concat(method === 'POST' ? '' : (queries[pattern] ?? ''))
  return pages.includes(endpoint) && method === 'POST'
    ? service.request(method, path, {
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(forms[endpoint]).toString(),
      })
    : service.request(method, path, { headers, body: bodies[endpoint] })
}

function createObject(service: TestService, pattern: string, owner: Person) {
  if (pattern.endsWith('/revert')) return editedTerm(service, owner)
  if (pattern.endsWith('/merge')) return termToMerge(service, owner)
  if (/\/terms\/:id|\/t\/:name/.test(pattern)) return service.term(owner)
  if (pattern.includes('/users/:id')) return service.person()
  if (pattern.includes('/tokens/:id')) return apiToken(service, owner)
  if (/\/embed(-keys)?\/:id/.test(pattern)) return anEmbedKey(service)
  if (pattern.includes('/disputes/:id')) return openDispute(service, owner)
  if (pattern.includes('/proposals/:id')) return openProposal(service, owner)
  return null
}

async function termToMerge(service: TestService, as: Person) {
  await service.sql`
    insert into terms (id, name, definition, status, source)
    values (${mergeTarget}, 'merged', 'What remains.', 'pending', 'user')
    on conflict do nothing`
  return service.term(as)
}

async function editedTerm(service: TestService, as: Person) {
  const { id } = await service.term(as)
  const body = { version: 1, definition: 'Another promise.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  return { id }
}

/** Only admins can create one. */
const anEmbedKey = async (service: TestService) => embedKey(service, await service.person('admin'))

async function openDispute(service: TestService, as: Person) {
  const { id } = await service.term(as)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: {} })
  return (await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })).body[0]
}

async function openProposal(service: TestService, as: Person) {
  const { id } = await service.term(as)
  const body = { version: 1, definition: 'Another promise.' }
  return (await service.request('POST', `/api/v1/terms/${id}/proposals`, { as, body })).body
}
