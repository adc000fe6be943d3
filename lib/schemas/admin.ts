import * as v from 'valibot'
import { page, whole } from './page.ts'
import { CountsByStatus } from './term.ts'
import { timestamp, uuid } from './text.ts'

const percent = v.nullable(whole)

/** The periods that the statistics cover. */
export const statsDays = { lookups: 30, decisions: 90 } as const

export const Stats = v.object({
  terms: v.object({ total: whole, by_status: CountsByStatus, stale: whole }),
  users: v.object({
    total: whole,
    active: whole,
    by_role: v.object({ viewer: whole, editor: whole, admin: whole }),
  }),
  votes: v.object({ total: whole }),
  /** of the terms that are not suggestions; null without such terms */
  quality: v.object({
    terms: whole,
    owned_percent: percent,
    confirmed_percent: percent,
    official_percent: percent,
  }),
  /** in the last 30 days */
  lookups: v.object({ answered: whole, unanswered: whole, answered_percent: percent }),
  /** proposals and disputes; those that were decided in the last 90 days, and those that wait */
  decisions: v.object({ decided: whole, waiting: whole, median_seconds: v.nullable(whole) }),
})
export type Stats = v.InferOutput<typeof Stats>

export const auditActions = [
  'term.created',
  'term.updated',
  'term.deleted',
  'term.voted',
  'term.unvoted',
  'term.disputed',
  'term.promoted',
  'term.official',
  'term.confirmed',
  'term.claimed',
  'term.reverted',
  'term.merged',
  'term.dismissed',
  'term.restored',
  'proposal.created',
  'proposal.accepted',
  'proposal.declined',
  'proposal.withdrawn',
  'dispute.resolved',
  'import.completed',
  'import.undone',
  'user.created',
  'user.role_changed',
  'user.activated',
  'user.deactivated',
  'token.created',
  'token.revoked',
  'embed_key.created',
  'embed_key.revoked',
  'webhook.created',
  'webhook.deleted',
  'webhook.disabled',
  'auth.login',
  'auth.login_failed',
  'job.triggered',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEvent = v.object({
  id: uuid,
  actor_id: v.nullable(uuid),
  action: v.picklist(auditActions),
  target_type: v.nullable(v.string()),
  target_id: v.nullable(uuid),
  payload: v.record(v.string(), v.unknown()),
  created_at: timestamp,
})
export type AuditEvent = v.InferOutput<typeof AuditEvent>

export const AuditQuery = v.object({
  action: v.optional(v.picklist(auditActions, `must be one of ${auditActions.join(', ')}`)),
  actor_id: v.optional(uuid),
  target_id: v.optional(uuid),
  ...page({ defaultLimit: 50, maxLimit: 500 }),
})

export const jobTypes = ['discovery', 'staleness'] as const
export type JobType = (typeof jobTypes)[number]

export const JobRun = v.object({
  id: uuid,
  job_type: v.picklist(jobTypes),
  trigger: v.picklist(['schedule', 'manual']),
  status: v.picklist(['pending', 'running', 'completed', 'failed']),
  progress: v.record(v.string(), v.unknown()),
  error: v.nullable(v.string()),
  started_at: v.nullable(timestamp),
  completed_at: v.nullable(timestamp),
  created_at: timestamp,
})
export type JobRun = v.InferOutput<typeof JobRun>

export const messageKinds = [
  'term.disputed',
  'term.promoted',
  'terms.stale',
  'slack.answer',
  'term.proposed',
  'proposal.decided',
  'dispute.resolved',
  'term.edited',
  'term.ownership',
  'term.wanted',
  'digest',
  'webhook.disabled',
] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageStates = ['waiting', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

export const OutboxMessage = v.object({
  id: uuid,
  kind: v.picklist(messageKinds),
  user_id: v.nullable(uuid),
  user_name: v.nullable(v.string()),
  state: v.picklist(messageStates),
  attempts: whole,
  error: v.nullable(v.string()),
  created_at: timestamp,
  next_attempt_at: timestamp,
  delivered_at: v.nullable(timestamp),
  failed_at: v.nullable(timestamp),
})
export type OutboxMessage = v.InferOutput<typeof OutboxMessage>

export const OutboxQuery = v.object({
  state: v.optional(v.picklist(messageStates, `must be one of ${messageStates.join(', ')}`)),
  ...page({ defaultLimit: 50, maxLimit: 500 }),
})
