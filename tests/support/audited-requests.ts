import { apiToken, embedKey, wiki } from './credentials.ts'
import { connectedAgent } from './endpoint-objects.ts'
import { webhook } from './receiver.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** A request that changes something, and the audit event that it records. */
export type AuditedRequest = {
  action: string
  actor: Person
  /** null if the response has the ID */
  target: string | null
  /** fields that the payload contains */
  payload: object
  send(): Promise<Answer>
}

/** Returns a request for every action that requires a credential. They succeed in this order. */
export async function auditedRequests(service: TestService, admin: Person, ada: Person): Promise<AuditedRequest[]> {
  const { id } = await service.term(ada, { name: 'SLA' })
  const token = await apiToken(service, ada)
  const agent = await connectedAgent(service, ada)
  const key = await embedKey(service, admin)
  const hook = await webhook(service, admin, 'https://8.8.8.8/hook')
  // Enough votes for the last transition, without ten voters.
  await service.sql`update terms set vote_count = 10 where id = ${id}`

  const term = `/api/v1/terms/${id}`
  const user = `/api/v1/users/${ada.id}`
  const name = 'SLA'
  const created = { name: 'SLO', definition: 'A target.' }
  const reason = 'It means something else.'
  const note = 'Well known.'
  const audited =
    (action: string, actor: Person, target: string | null, payload: object) =>
    (method: string, path: string, body?: object): AuditedRequest => ({
      action,
      actor,
      target,
      payload,
      send: () => service.request(method, path, { as: actor, body }),
    })

  return [
    audited('term.created', admin, null, { name: 'SLO' })('POST', '/api/v1/terms', created),
    audited('term.updated', ada, id, { name, version: 2 })('PUT', term, { version: 1, definition: 'A promise.' }),
    audited('term.promoted', admin, id, { name, from: 'pending', to: 'community', note })('POST', `${term}/promote`, {
      note,
    }),
    audited('term.voted', ada, id, { name, vote_count: 11 })('POST', `${term}/vote`),
    audited('term.unvoted', ada, id, { name, vote_count: 10 })('DELETE', `${term}/vote`),
    audited('term.confirmed', ada, id, { name })('POST', `${term}/confirm`),
    audited('term.claimed', admin, id, { name, from: ada.id, to: admin.id })('POST', `${term}/claim`),
    audited('term.official', admin, id, { name, from: 'community', to: 'official' })('POST', `${term}/official`),
    audited('term.disputed', ada, id, { name, from: 'official', to: 'pending', reason })('POST', `${term}/dispute`, {
      reason,
    }),
    audited('term.translated', admin, id, { name, language: 'de' })('PUT', `${term}/translations/de`, {
      definition: 'Ein Versprechen.',
      version: 1,
    }),
    audited('term.translation_removed', admin, id, { name, language: 'de' })('DELETE', `${term}/translations/de`),
    audited('term.deleted', admin, id, { name, definition: 'A promise.' })('DELETE', term),
    audited('token.created', ada, null, { name: 'bot', scopes: ['read'] })('POST', '/api/v1/tokens', { name: 'bot' }),
    audited('token.revoked', admin, token.id, { user_id: ada.id })('DELETE', `/api/v1/tokens/${token.id}`),
    audited('agent.disconnected', admin, agent.id, { name: agent.name, user_id: ada.id })(
      'DELETE',
      `/api/v1/me/agents/${agent.id}`,
    ),
    audited('embed_key.created', admin, null, { name: 'intranet', origins: [wiki] })(
      'POST',
      '/api/v1/admin/embed-keys',
      { name: 'intranet', origins: [wiki] },
    ),
    audited('embed_key.revoked', admin, key.id, { name: 'wiki', origins: [wiki] })(
      'DELETE',
      `/api/v1/admin/embed-keys/${key.id}`,
    ),
    audited('webhook.created', admin, null, { name: '8.8.8.8', events: ['term.created'] })(
      'POST',
      '/api/v1/admin/webhooks',
      { url: 'https://8.8.8.8/hook', events: ['term.created'] },
    ),
    audited('webhook.deleted', admin, hook.id, { name: '8.8.8.8' })('DELETE', `/api/v1/admin/webhooks/${hook.id}`),
    audited('user.role_changed', admin, ada.id, { from: 'viewer', to: 'editor' })('PATCH', `${user}/role`, {
      role: 'editor',
    }),
    audited('user.deactivated', admin, ada.id, { email: ada.email })('PATCH', user, { is_active: false }),
    audited('user.activated', admin, ada.id, { email: ada.email })('PATCH', user, { is_active: true }),
    audited('job.triggered', admin, null, { job_type: 'staleness' })('POST', '/api/v1/admin/jobs/staleness/run'),
  ]
}
