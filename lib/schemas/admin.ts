import * as v from 'valibot'
import { inboxKinds } from './inbox.ts'
import { listRange } from './list.ts'
import { whole } from './numbers.ts'
import { CountsByStatus } from './term.ts'
import { timestamp, uuid } from './text.ts'

const percent = v.nullable(whole)

/** The periods that the statistics cover. */
export const statsDays = { lookups: 30, decisions: 90 } as const

export const Stats = v.object({
  terms: v.object({ total: whole, by_status: CountsByStatus, stale: whole }),
  users: v.object({ total: whole, active: whole, by_role: v.object({ viewer: whole, editor: whole, admin: whole }) }),
  votes: v.object({ total: whole }),
  /** of the terms that are not suggestions; null without such terms */
  quality: v.object({ terms: whole, owned_percent: percent, confirmed_percent: percent, official_percent: percent }),
  /** in the last 30 days */
  lookups: v.object({ answered: whole, unanswered: whole, answered_percent: percent }),
  /** proposals and disputes; those that were decided in the last 90 days, and those that wait */
  decisions: v.object({ decided: whole, waiting: whole, median_seconds: v.nullable(whole) }),
})
export type Stats = v.InferOutput<typeof Stats>

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

/** What the outbox holds. A message to a person delivers an inbox entry, or a digest of several. */
export const messageKinds = ['inbox', 'digest', 'slack.answer', 'webhook'] as const
export const messageStates = ['waiting', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

const sentKinds = [...inboxKinds, 'digest', 'slack.answer'] as const
export type SentKind = (typeof sentKinds)[number]

/** How far the delivery of a message is. */
export const deliveryState = {
  state: v.picklist(messageStates),
  attempts: whole,
  error: v.nullable(v.string()),
  created_at: timestamp,
  next_attempt_at: timestamp,
  delivered_at: v.nullable(timestamp),
  failed_at: v.nullable(timestamp),
}

export const OutboxMessage = v.object({
  id: uuid,
  /** that of the inbox entry, if it delivers one */
  kind: v.picklist(sentKinds),
  user_id: v.nullable(uuid),
  user_name: v.nullable(v.string()),
  ...deliveryState,
})
export type OutboxMessage = v.InferOutput<typeof OutboxMessage>

export const OutboxQuery = v.object({
  state: v.optional(v.picklist(messageStates, `must be one of ${messageStates.join(', ')}`)),
  ...listRange(),
})

export type FindingKind =
  | 'missing_alias'
  | 'wrong_term'
  | 'ambiguous'
  | 'mixed_up'
  | 'discouraged'
  | 'placeholder'
  | 'no_context'
  | 'stale'
  | 'disputed'

/** Something that an agent would not find, get wrong or mix up. */
export type Finding = {
  kind: FindingKind
  term_id: string
  name: string
  question: string
  /** what the answer was */
  got: string
  fix: string
}

/** The report of the exam for agents; `score` is 0 to 100. */
export type ExamReport = {
  score: number
  questions: number
  /** how many terms the questions were about: a sample, if the glossary has more */
  terms: number
  /** how many terms the glossary has */
  total: number
  findings: Finding[]
}
