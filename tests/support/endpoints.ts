import { routes } from '../../handlers/app.ts'
import { assetUrl } from '../../lib/http/assets.ts'
import { files, forms } from './endpoint-forms.ts'
import { createObject, mergeTarget, wantedName } from './endpoint-objects.ts'
import type { Answer, Person, TestService } from './test-service.ts'

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
  'POST /api/v1/correct': { text: 'Our SLA.' },
  'POST /api/v1/terms': { name: 'SLA', definition: 'A promise.' },
  'PUT /api/v1/terms/:id': { version: 1, definition: 'A promise.' },
  'PUT /api/v1/terms/:id/translations/:language': { definition: 'Ein Versprechen.', version: 1 },
  'POST /api/v1/terms/bulk': { ids: ['6f1f7a0e-3d52-4f63-9a0e-5d1c2b3a4f60'], set: { category: 'Operations' } },
  'PATCH /api/v1/categories/:name': { name: 'Operations' },
  'POST /api/v1/users': { email: 'invited@example.com', role: 'editor' },
  'PATCH /api/v1/me': { language: 'de' },
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
    .replace(':language', 'de')
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
