import { apiToken, embedKey } from './credentials.ts'
import { webhook } from './receiver.ts'
import { setStatus } from './terms.ts'
import type { Person, TestService } from './test-service.ts'

/** A name that somebody looked up. */
export const wantedName = 'QRX'

/** The term into which others are merged. */
export const mergeTarget = '0e5a7d3c-41f2-4b86-9d0e-2a6b8c1f3d57'

/** Creates what an endpoint is about, as `owner` unless only others can. Returns null if it is about nothing. */
export function createObject(service: TestService, pattern: string, owner: Person) {
  if (pattern.includes('/wanted')) return lookedUp(service)
  if (pattern.endsWith('/revert')) return editedTerm(service, owner)
  if (pattern.includes('/translations')) return translatedTerm(service, owner)
  if (/\/(merge|relate|relations\/.*)$/.test(pattern)) return termToMerge(service, owner)
  if (pattern.endsWith('/:id/dismiss')) return suggestion(service)
  if (pattern.includes('/dismissed/:id')) return dismissed(service)
  if (pattern.includes('/categories/:name')) return service.term(owner, { category: 'Operations' })
  if (/\/terms\/:id|\/t\/:name/.test(pattern)) return service.term(owner)
  if (pattern.endsWith('/users/:id/data')) return owner
  if (pattern.includes('/users/:id')) return service.person()
  if (pattern.includes('/tokens/:id')) return apiToken(service, owner)
  if (pattern.includes('/agents/:id')) return connectedAgent(service, owner)
  if (/\/embed(-keys)?\/:id/.test(pattern)) return anEmbedKey(service)
  if (/\/imports?\/:id/.test(pattern)) return anImport(service, owner)
  if (pattern.includes('/webhooks/:id')) return aWebhook(service)
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

async function translatedTerm(service: TestService, as: Person) {
  const { id } = await service.term(as)
  const body = { definition: 'Was es hier bedeutet.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${id}/translations/de`, { as, body })
  return { id }
}

async function editedTerm(service: TestService, as: Person) {
  const { id } = await service.term(as)
  const body = { version: 1, definition: 'Another promise.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  return { id }
}

/** Discovery suggests terms, not people. */
async function suggestion(service: TestService) {
  const { id } = await service.term(await service.person())
  await setStatus(service, id, 'suggested')
  return { id }
}

async function dismissed(service: TestService) {
  const { id } = await suggestion(service)
  const as = await service.person('editor')
  await service.request('POST', `/api/v1/terms/${id}/dismiss`, { as })
  return { id }
}

/** A name that somebody looked up. */
async function lookedUp(service: TestService) {
  const as = await service.person()
  await service.request('GET', `/api/v1/lookup?q=${wantedName}`, { as })
  await service.ctx.lookups.store()
  const [row] = await service.sql<{ id: string }[]>`select id from wanted_names`
  return row ?? null
}

/** An agent whose token is valid. */
export async function connectedAgent({ sql }: Pick<TestService, 'sql'>, { id }: Person) {
  const [agent] = await sql<{ id: string; name: string }[]>`
    insert into agents (user_id, client_id, name, expires_at)
    values (${id}, 'a client', 'Claude Code', now() + interval '30 days')
    returning id, name`
  if (!agent) throw new Error('the agent was not connected')
  return agent
}

/** Only admins can create one. */
const anEmbedKey = async (service: TestService) => embedKey(service, await service.person('admin'))

/** Viewers cannot import. */
const noTotals = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

async function anImport({ sql }: TestService, { id }: Person) {
  const rows = await sql<{ id: string }[]>`
    insert into imports (actor_id, format, totals) values (${id}, 'csv', ${sql.json(noTotals)}) returning id`
  return rows[0] ?? null
}

/** Only admins can create one. */
const aWebhook = async (service: TestService) => webhook(service, await service.person('admin'), 'https://8.8.8.8/hook')

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
