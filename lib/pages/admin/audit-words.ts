import type { AuditEntry } from '../../admin/audit.ts'
import type { AuditAction } from '../../schemas/admin.ts'

/** What somebody did, as the words before and after what they did it to. */
export const deeds: Record<AuditAction, readonly [before: string, after?: string]> = {
  'term.created': ['added'],
  'term.updated': ['edited'],
  'term.deleted': ['deleted'],
  'term.voted': ['voted for'],
  'term.unvoted': ['took back a vote for'],
  'term.disputed': ['disputed'],
  'term.promoted': ['promoted'],
  'term.official': ['made', 'official'],
  'term.confirmed': ['confirmed'],
  'term.claimed': ['changed who looks after'],
  'user.created': ['became a user:'],
  'user.role_changed': ['changed the role of'],
  'user.activated': ['activated'],
  'user.deactivated': ['deactivated'],
  'token.created': ['created the token'],
  'token.revoked': ['revoked the token'],
  'auth.login': ['logged in'],
  'auth.login_failed': ['could not log in'],
  'job.triggered': ['started the job'],
}

/** The actions as one looks for them, by what they are done to. */
export const actionGroups: readonly {
  name: string
  actions: readonly (readonly [AuditAction, string])[]
}[] = [
  {
    name: 'Terms',
    actions: [
      ['term.created', 'Term added'],
      ['term.updated', 'Term edited'],
      ['term.deleted', 'Term deleted'],
      ['term.voted', 'Vote'],
      ['term.unvoted', 'Vote taken back'],
      ['term.disputed', 'Dispute'],
      ['term.promoted', 'Promotion'],
      ['term.official', 'Made official'],
      ['term.confirmed', 'Confirmation'],
      ['term.claimed', 'Change of owner'],
    ],
  },
  {
    name: 'People',
    actions: [
      ['auth.login', 'Log-in'],
      ['auth.login_failed', 'Log-in failed'],
      ['user.created', 'New user'],
      ['user.role_changed', 'Change of role'],
      ['user.activated', 'User activated'],
      ['user.deactivated', 'User deactivated'],
    ],
  },
  {
    name: 'Programs',
    actions: [
      ['token.created', 'Token created'],
      ['token.revoked', 'Token revoked'],
      ['job.triggered', 'Job started'],
    ],
  },
]

/** Names of things in payloads, in the order in which one is taken. */
const nameKeys = ['name', 'email', 'job_type'] as const

/** What an event was about, by the name it had then; null where it has none. */
export function objectOf({ payload }: AuditEntry): string | null {
  for (const key of nameKeys) {
    if (typeof payload[key] === 'string') return payload[key]
  }
  return null
}

/** Who brought an event about: a person, or what did it without one. */
export function actorOf({ actor_id, actor_name, action }: AuditEntry): string {
  if (actor_id !== null) return actor_name ?? 'Somebody'
  return action === 'auth.login_failed' ? 'Somebody unknown' : 'The service'
}

/** All else that an event tells, in words: what the field is called, and what it holds. */
export function detailsOf({ payload }: AuditEntry): [name: string, value: string][] {
  const told = nameKeys.find((key) => typeof payload[key] === 'string')
  return Object.entries(payload)
    .filter(([key, value]) => key !== told && value !== null)
    .map(([key, value]) => [key.replaceAll('_', ' '), written(value)])
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
