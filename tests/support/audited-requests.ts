import { apiToken } from './credentials.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** A request that changes something, and what the audit has to tell of it. */
export type AuditedRequest = {
  action: string
  actor: Person
  /** null: its id is in the answer */
  target: string | null
  /** what the payload holds, at least */
  payload: object
  send(): Promise<Answer>
}

/** A deed for every action that takes a credential, in an order in which each can be done. */
export async function auditedRequests(
  service: TestService,
  admin: Person,
  ada: Person,
): Promise<AuditedRequest[]> {
  const { id } = await service.term(ada, { name: 'SLA' })
  const token = await apiToken(service, ada)
  // The votes that the last step asks for, without ten voters.
  await service.sql`update terms set vote_count = 10 where id = ${id}`

  const term = `/api/v1/terms/${id}`
  const user = `/api/v1/users/${ada.id}`
  const name = 'SLA'
  const created = { name: 'SLO', definition: 'A target.' }
  const reason = 'It means something else.'
  const note = 'Well known.'
  const deed =
    (action: string, actor: Person, target: string | null, payload: object) =>
    (method: string, path: string, body?: object): AuditedRequest => ({
      ...{ action, actor, target, payload },
      send: () => service.request(method, path, { as: actor, body }),
    })

  return [
    deed('term.created', ada, null, { name: 'SLO' })('POST', '/api/v1/terms', created),
    deed('term.updated', ada, id, { name, version: 2 })('PUT', term, {
      version: 1,
      definition: 'A promise.',
    }),
    deed('term.promoted', admin, id, { name, from: 'pending', to: 'community', note })(
      'POST',
      `${term}/promote`,
      { note },
    ),
    deed('term.voted', ada, id, { name, vote_count: 11 })('POST', `${term}/vote`),
    deed('term.unvoted', ada, id, { name, vote_count: 10 })('DELETE', `${term}/vote`),
    deed('term.confirmed', ada, id, { name })('POST', `${term}/confirm`),
    deed('term.claimed', admin, id, { name, from: ada.id, to: admin.id })('POST', `${term}/claim`),
    deed('term.official', admin, id, { name, from: 'community', to: 'official' })(
      'POST',
      `${term}/official`,
    ),
    deed('term.disputed', ada, id, { name, from: 'official', to: 'pending', reason })(
      'POST',
      `${term}/dispute`,
      { reason },
    ),
    deed('term.deleted', admin, id, { name, definition: 'A promise.' })('DELETE', term),
    deed('token.created', ada, null, { name: 'bot', scopes: ['read'] })('POST', '/api/v1/tokens', {
      name: 'bot',
    }),
    deed('token.revoked', admin, token.id, { user_id: ada.id })(
      'DELETE',
      `/api/v1/tokens/${token.id}`,
    ),
    deed('user.role_changed', admin, ada.id, { from: 'viewer', to: 'editor' })(
      'PATCH',
      `${user}/role`,
      { role: 'editor' },
    ),
    deed('user.deactivated', admin, ada.id, { email: ada.email })('PATCH', user, {
      is_active: false,
    }),
    deed('user.activated', admin, ada.id, { email: ada.email })('PATCH', user, {
      is_active: true,
    }),
    deed('job.triggered', admin, null, { job_type: 'staleness' })(
      'POST',
      '/api/v1/admin/jobs/staleness/run',
    ),
  ]
}
