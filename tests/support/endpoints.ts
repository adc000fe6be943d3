import { routes } from '../../handlers/routes.ts'
import { assetUrl } from '../../lib/http/assets.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { files, forms } from './endpoint-forms.ts'
import { createObject, mergeTarget, wantedName } from './endpoint-objects.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** The minimum role for each endpoint, from the contract. */
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
  'GET /api/v1/terms/:id/impact': 'viewer',
  'PUT /api/v1/terms/:id/relations/:kind/:other_id': 'viewer',
  'DELETE /api/v1/terms/:id/relations/:kind/:other_id': 'viewer',
  'GET /api/v1/terms/:id/disputes': 'viewer',
  'POST /api/v1/disputes/:id/resolve': 'viewer',
  'POST /api/v1/terms/:id/proposals': 'viewer',
  'GET /api/v1/proposals': 'viewer',
  'GET /api/v1/proposals/:id': 'viewer',
  'POST /api/v1/proposals/:id/accept': 'viewer',
  'POST /api/v1/proposals/:id/decline': 'viewer',
  'DELETE /api/v1/proposals/:id': 'viewer',
  'POST /api/v1/terms/:id/dismiss': 'editor',
  'GET /api/v1/review': 'viewer',
  'POST /api/v1/review/bulk': 'viewer',
  'GET /api/v1/dismissed': 'editor',
  'POST /api/v1/dismissed/:id/restore': 'editor',
  'PUT /api/v1/terms/:id/follow': 'viewer',
  'DELETE /api/v1/terms/:id/follow': 'viewer',
  'POST /api/v1/terms/bulk': 'editor',
  'PATCH /api/v1/categories/:name': 'editor',
  'PUT /api/v1/categories/:name/follow': 'viewer',
  'DELETE /api/v1/categories/:name/follow': 'viewer',
  'GET /api/v1/me/follows': 'viewer',
  'GET /api/v1/inbox': 'viewer',
  'POST /api/v1/inbox/read': 'viewer',
  'GET /api/v1/export': 'viewer',
  'POST /api/v1/import': 'viewer',
  'GET /api/v1/imports': 'editor',
  'DELETE /api/v1/imports/:id': 'editor',
  'GET /feeds/:token/:format': 'public', // it checks its own tokens
  'GET /api/v1/me': 'viewer',
  'GET /api/v1/users': 'admin',
  'POST /api/v1/users': 'admin',
  'PATCH /api/v1/users/:id': 'admin',
  'PATCH /api/v1/users/:id/role': 'admin',
  'GET /api/v1/users/:id/data': 'viewer',
  'GET /api/v1/users/:id/erase': 'admin',
  'POST /api/v1/users/:id/erase': 'admin',
  'GET /api/v1/tokens': 'viewer',
  'POST /api/v1/tokens': 'viewer',
  'DELETE /api/v1/tokens/:id': 'viewer',
  'GET /api/v1/me/agents': 'viewer',
  'DELETE /api/v1/me/agents/:id': 'viewer',
  'GET /api/v1/admin/stats': 'admin',
  'GET /api/v1/admin/jobs': 'admin',
  'POST /api/v1/admin/jobs/:job_type/run': 'admin',
  'GET /api/v1/admin/audit': 'admin',
  'GET /api/v1/admin/agents': 'admin',
  'GET /api/v1/admin/messages': 'admin',
  'GET /api/v1/admin/embed-keys': 'admin',
  'POST /api/v1/admin/embed-keys': 'admin',
  'DELETE /api/v1/admin/embed-keys/:id': 'admin',
  'GET /api/v1/wanted': 'viewer',
  'POST /api/v1/wanted/:name/notify': 'viewer',
  'DELETE /api/v1/wanted/:name/notify': 'viewer',
  'POST /api/v1/wanted/:id/show': 'editor',
  'DELETE /api/v1/wanted/:id': 'editor',
  'GET /api/v1/admin/webhooks': 'admin',
  'POST /api/v1/admin/webhooks': 'admin',
  'DELETE /api/v1/admin/webhooks/:id': 'admin',
  'GET /api/v1/admin/webhooks/:id/deliveries': 'admin',
  'POST /api/v1/admin/webhooks/:id/test': 'admin',
  'POST /mcp': 'public', // it checks its own tokens
  'POST /slack/events': 'public', // it checks signatures
  'GET /': 'viewer',
  'GET /t': 'viewer',
  'POST /t': 'viewer',
  'POST /t/seen': 'viewer',
  'GET /t/:name+': 'viewer',
  'GET /opensearch.xml': 'public',
  'GET /browse': 'viewer',
  'GET /export': 'viewer',
  'GET /explain': 'viewer',
  'GET /help': 'viewer',
  'GET /help/:file': 'viewer',
  'POST /explain': 'viewer',
  'GET /import': 'editor',
  'POST /import': 'editor',
  'POST /import/:id/undo': 'editor',
  'GET /terms': 'editor',
  'POST /terms/bulk': 'editor',
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
  'POST /terms/:id/never-mark': 'viewer',
  'POST /terms/:id/disown': 'viewer',
  'GET /terms/:id/relate': 'viewer',
  'POST /terms/:id/relate': 'viewer',
  'POST /terms/:id/unrelate': 'viewer',
  'POST /terms/:id/follow': 'viewer',
  'POST /terms/:id/unfollow': 'viewer',
  'GET /terms/:id/history': 'viewer',
  'GET /terms/:id/merge': 'editor',
  'POST /terms/:id/merge': 'editor',
  'GET /terms/:id/revert': 'viewer',
  'POST /terms/:id/revert': 'viewer',
  'POST /disputes/:id/resolve': 'viewer',
  'POST /terms/:id/answer': 'viewer',
  'GET /proposals/:id': 'viewer',
  'POST /proposals/:id/accept': 'viewer',
  'POST /proposals/:id/decline': 'viewer',
  'POST /proposals/:id/withdraw': 'viewer',
  'POST /categories/:name/follow': 'viewer',
  'POST /categories/:name/unfollow': 'viewer',
  'POST /categories/:name/rename': 'editor',
  'GET /inbox': 'viewer',
  'GET /mine': 'viewer',
  'POST /inbox/read': 'viewer',
  'GET /review': 'viewer',
  'GET /review/more': 'viewer',
  'POST /review': 'viewer',
  'POST /review/ask': 'editor',
  'POST /review/answer': 'viewer',
  'POST /review/define': 'editor',
  'POST /review/undo': 'viewer',
  'GET /dismissed': 'editor',
  'POST /dismissed/:id/restore': 'editor',
  'GET /login': 'public',
  'GET /tokens': 'viewer',
  'POST /tokens': 'viewer',
  'POST /tokens/:id/revoke': 'viewer',
  'POST /agents/:id/disconnect': 'viewer',
  'GET /oauth/consent/:uid': 'viewer',
  'POST /oauth/consent/:uid': 'viewer',
  'GET /oauth/authorize': 'public',
  'GET /oauth/authorize/:uid': 'public',
  'POST /oauth/token': 'public',
  'POST /oauth/register': 'public',
  'POST /oauth/revoke': 'public',
  'GET /.well-known/oauth-authorization-server': 'public',
  'GET /.well-known/oauth-protected-resource': 'public',
  'GET /.well-known/oauth-protected-resource/mcp': 'public',
  'GET /admin': 'admin',
  'GET /admin/setup': 'admin',
  'GET /admin/users': 'admin',
  'POST /admin/users': 'admin',
  'POST /admin/users/roles': 'admin',
  'POST /admin/users/:id/role': 'admin',
  'POST /admin/users/:id/active': 'admin',
  'GET /admin/users/:id/erase': 'admin',
  'POST /admin/users/:id/erase': 'admin',
  'GET /admin/jobs': 'admin',
  'POST /admin/jobs/:job_type/run': 'admin',
  'GET /admin/audit': 'admin',
  'GET /admin/messages': 'admin',
  'GET /admin/agents': 'admin',
  'POST /admin/agents/:id/disconnect': 'admin',
  'GET /admin/embed': 'admin',
  'POST /admin/embed': 'admin',
  'POST /admin/embed/:id/revoke': 'admin',
  'GET /news': 'viewer',
  'GET /wanted': 'viewer',
  'POST /wanted/notify': 'viewer',
  'POST /wanted/withdraw': 'viewer',
  'POST /wanted/:id/show': 'editor',
  'POST /wanted/:id/remove': 'editor',
  'GET /admin/webhooks': 'admin',
  'POST /admin/webhooks': 'admin',
  'GET /admin/webhooks/:id': 'admin',
  'POST /admin/webhooks/:id/test': 'admin',
  'POST /admin/webhooks/:id/delete': 'admin',
  'GET /health': 'public',
  'GET /health/client': 'public',
  'GET /ready': 'public',
  'GET /metrics': 'public',
  'GET /docs': 'public',
  'GET /openapi.json': 'public',
  'GET /auth/dev/login': 'public',
  'GET /auth/slack/login': 'public',
  'GET /auth/slack/callback': 'public',
  'GET /auth/oidc/login': 'public',
  'GET /auth/oidc/callback': 'public',
  'POST /auth/logout': 'public',
  'GET /assets/:file': 'public',
  'GET /favicon.ico': 'public',
  'GET /embed.js': 'public',
  'GET /cli': 'public',
}

/** The term into which others are merged. */
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
  'POST /api/v1/terms/bulk': { ids: ['6f1f7a0e-3d52-4f63-9a0e-5d1c2b3a4f60'], set: { category: 'Operations' } },
  'PATCH /api/v1/categories/:name': { name: 'Operations' },
  'POST /api/v1/users': { email: 'invited@example.com', role: 'editor' },
  'PATCH /api/v1/users/:id': { is_active: true },
  'PATCH /api/v1/users/:id/role': { role: 'viewer' },
  'POST /api/v1/tokens': { name: 'a token' },
  'POST /api/v1/admin/embed-keys': { name: 'wiki', origins: ['https://wiki.example.com'] },
  'POST /api/v1/admin/webhooks': { url: 'https://8.8.8.8/hook', events: ['term.created'] },
  'POST /api/v1/terms/:id/revert': { version: 2, to_version: 1 },
  'POST /api/v1/terms/:id/merge': merge,
  'POST /api/v1/terms/:id/proposals': { version: 1, definition: 'Another promise.' },
  'POST /api/v1/review/bulk': { action: 'confirm', items: [{ term_id: '00000000-0000-4000-8000-000000000000' }] },
  'POST /api/v1/disputes/:id/resolve': { resolution: 'withdrawn' },
  'POST /api/v1/inbox/read': { all: true },
}

/** The endpoints that are pages. */
export const pages = routes
  .filter(({ contract: { access } }) => access !== 'public' && access.page)
  .map(({ contract: { method, path } }) => `${method} ${path}`)

/** Creates what an endpoint is about, as `owner`, unless it is refused, and returns its path without the query. */
export async function pathTo(service: TestService, pattern: string, as: Person, isRefused = false) {
  const object = isRefused ? { id: mergeTarget } : await createObject(service, pattern, as)
  return pattern
    .replace(':id', object?.id ?? '')
    .replace(':kind', 'differs_from')
    .replace(':other_id', mergeTarget)
    .replace(':uid', 'unknown')
    .replace(':job_type', 'staleness')
    .replace(':token/:format', 'glo_unknown/json')
    .replace(':name+', object && 'name' in object ? `${object.name}` : '')
    .replace('wanted/:name', `wanted/${wantedName}`)
    .replace('categories/:name', 'categories/Operations')
    .replace('/help/:file', '/help/mcp.md')
    .replace('/assets/:file', assetUrl('app.css'))
}

/** Calls an endpoint on objects of `owner`, so that only the credential decides about the access. */
export async function call(
  service: TestService,
  endpoint: string,
  owner: Person,
  headers: Record<string, string> = {},
  isRefused = false,
): Promise<Answer> {
  const [method = '', pattern = ''] = endpoint.split(' ')
  const path = (await pathTo(service, pattern, owner, isRefused)).concat(
    method === 'POST' ? '' : (queries[pattern] ?? ''),
  )
  const file = files[endpoint]
  if (file) {
    const { type, body, query = '' } = file
    const all = { ...headers, 'content-type': type }
    return service.request(method, path + query, { headers: all, body })
  }
  return pages.includes(endpoint) && method === 'POST'
    ? service.request(method, path, {
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(forms[endpoint]).toString(),
      })
    : service.request(method, path, { headers, body: bodies[endpoint] })
}
