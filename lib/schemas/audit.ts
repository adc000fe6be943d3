import * as v from 'valibot'
import { ofContent } from './content.ts'
import { Scope } from './credentials.ts'
import { resolutions } from './dispute.ts'
import { fileFormats, ImportTotals } from './import.ts'
import { listRange } from './list.ts'
import { whole } from './numbers.ts'
import { RelationKind, Status } from './term.ts'
import { timestamp, uuid } from './text.ts'
import { Role } from './user.ts'

/** What an event is about; `name` is what it was called at the time. */
const name = { name: v.string() }
const note = { note: v.nullable(v.string()) }
const move = { from: Status, to: Status }
const change = v.object({ from: v.unknown(), to: v.unknown() })
const changes = { changes: v.record(v.string(), change) }
const { aliases, links, ...texts } = ofContent('shown')
const removed = { ...texts, aliases, links, status: Status, version: whole, owner_id: v.nullable(uuid) }
const votes = { ...name, vote_count: whole, status: Status }
/** a pair of terms with one name, as the review queue shows it */
const pair = { two_meanings_with: uuid }
const relation = { kind: RelationKind, other_id: uuid, other_name: v.string() }
const ofTerm = { ...name, term_id: uuid }
const login = { method: v.picklist(['dev', 'slack', 'oidc']), client: v.nullable(v.string()) }
const embedKey = { ...name, origins: v.array(v.string()) }
const webhook = { ...name, events: v.array(v.string()) }
const agent = { ...name, client_id: v.string() }
const email = { email: v.string() }

/** The payload of each audit event, by its action. The statements in sql/ write them. */
export const auditPayloads = {
  'term.created': v.strictObject({ ...name, source: v.optional(v.literal('discovery')) }),
  'term.updated': v.strictObject({
    ...name,
    version: whole,
    ...changes,
    accepted_by: v.optional(uuid),
    part_of: v.optional(v.literal('category.renamed')),
  }),
  'term.deleted': v.strictObject(removed),
  'term.voted': v.strictObject({ ...votes, ...v.partial(v.object(move)).entries }),
  'term.unvoted': v.strictObject(votes),
  'term.disputed': v.strictObject({ ...name, ...move, votes: whole, reason: v.nullable(v.string()), dispute_id: uuid }),
  'term.promoted': v.strictObject({ ...name, ...move, ...note }),
  'term.official': v.strictObject({ ...name, ...move, ...note }),
  'term.confirmed': v.strictObject({ ...name, last_confirmed_at: change, is_stale: v.optional(change) }),
  'term.unconfirmed': v.strictObject(name),
  'term.claimed': v.strictObject({
    ...name,
    from: v.nullable(uuid),
    to: v.nullable(uuid),
    last_confirmed_at: v.optional(change),
    is_stale: v.optional(change),
  }),
  'term.reverted': v.strictObject({ ...name, version: whole, ...changes }),
  'term.merged': v.strictObject({ ...removed, into: uuid, into_name: v.string() }),
  'relation.added': v.strictObject({ ...name, ...relation }),
  'relation.removed': v.strictObject({ ...name, ...relation }),
  'term.translated': v.strictObject({ ...name, language: v.string(), ...changes }),
  'term.translation_removed': v.strictObject({ ...name, language: v.string(), ...changes }),
  'relation.agreed': v.strictObject({ ...name, ...relation }),
  'relation.refused': v.strictObject({ ...name, ...relation }),
  'term.dismissed': v.union([v.strictObject(texts), v.strictObject({ ...name, ...pair })]),
  'term.restored': v.union([
    v.strictObject({ ...name, full_name: v.nullable(v.string()) }),
    v.strictObject({ ...name, ...pair }),
  ]),
  'category.renamed': v.strictObject({ from: v.string(), to: v.string(), terms: whole }),
  'proposal.created': v.strictObject({ ...ofTerm, ...changes, ...note }),
  'proposal.accepted': v.strictObject({ ...ofTerm, ...note }),
  'proposal.declined': v.strictObject({ ...ofTerm, ...note }),
  'proposal.withdrawn': v.strictObject({ ...ofTerm, ...note }),
  'proposal.reopened': v.strictObject(ofTerm),
  'dispute.resolved': v.strictObject({
    ...ofTerm,
    resolution: v.picklist(resolutions),
    ...note,
    ...v.partial(v.object(move)).entries,
  }),
  'dispute.reopened': v.strictObject({ ...ofTerm, ...v.partial(v.object(move)).entries }),
  'import.completed': v.strictObject({
    ...v.partial(v.object(name)).entries,
    format: v.picklist(fileFormats),
    ...ImportTotals.entries,
  }),
  'import.undone': v.strictObject({
    ...v.partial(v.object(name)).entries,
    deleted: whole,
    reverted: whole,
    kept: whole,
  }),
  'user.created': v.strictObject({ ...email, role: Role }),
  'user.role_changed': v.strictObject({ ...email, from: Role, to: Role }),
  'user.activated': v.strictObject(email),
  'user.deactivated': v.strictObject(email),
  'user.erased': v.strictObject({}),
  'token.created': v.strictObject({ ...name, scopes: v.array(Scope), expires_at: v.nullable(timestamp) }),
  'token.revoked': v.strictObject({ ...name, user_id: uuid }),
  'agent.connected': v.strictObject(agent),
  'agent.disconnected': v.strictObject({ ...agent, user_id: uuid }),
  'embed_key.created': v.strictObject(embedKey),
  'embed_key.revoked': v.strictObject(embedKey),
  'webhook.created': v.strictObject(webhook),
  'webhook.deleted': v.strictObject(webhook),
  'webhook.disabled': v.strictObject(name),
  'webhook.enabled': v.strictObject(name),
  'auth.login': v.strictObject(login),
  'auth.login_failed': v.strictObject({ ...login, reason: v.string() }),
  'job.triggered': v.strictObject({ job_type: v.string() }),
}
export type AuditAction = keyof typeof auditPayloads
export type AuditPayload<Action extends AuditAction> = v.InferOutput<(typeof auditPayloads)[Action]>

/** Every action, from which the domain `audit_action` of the database is derived. */
export const auditActions = Object.keys(auditPayloads) as AuditAction[]

/** What an event can be about. */
export const auditTargets = [
  'term',
  'category',
  'user',
  'token',
  'job_run',
  'proposal',
  'dispute',
  'agent',
  'embed_key',
  'import',
  'webhook',
] as const

export const AuditEvent = v.object({
  id: uuid,
  actor_id: v.nullable(uuid),
  action: v.picklist(auditActions),
  target_type: v.nullable(v.picklist(auditTargets)),
  target_id: v.nullable(uuid),
  payload: v.record(v.string(), v.unknown()),
  created_at: timestamp,
})
export type AuditEvent = v.InferOutput<typeof AuditEvent>

export const AuditQuery = v.object({
  action: v.optional(v.picklist(auditActions, `must be one of ${auditActions.join(', ')}`)),
  actor_id: v.optional(uuid),
  target_id: v.optional(uuid),
  ...listRange(),
})
