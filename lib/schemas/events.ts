import type { AuditAction } from './audit.ts'
import { testEvent } from './webhook.ts'

const terms = 'Terms'
const users = 'Users'
const access = 'Tokens, agents, embed keys, webhooks and jobs'

/**
 * What people read of each event: the group it is listed in, its label in lists, and the verb of a sentence, which the
 * object follows.
 */
const words: Record<AuditAction, readonly [group: string, label: string, verb: string]> = {
  'term.created': [terms, 'Term added', 'added'],
  'term.updated': [terms, 'Term edited', 'edited'],
  'term.deleted': [terms, 'Term deleted', 'deleted'],
  'term.voted': [terms, 'Vote', 'voted for'],
  'term.unvoted': [terms, 'Vote removed', 'removed their vote for'],
  'term.disputed': [terms, 'Problem reported', 'reported a problem with'],
  'term.promoted': [terms, 'Promotion', 'promoted'],
  'term.official': [terms, 'Made official', 'made'],
  'term.confirmed': [terms, 'Confirmation', 'confirmed'],
  'term.unconfirmed': [terms, 'Confirmation taken back', 'took back their confirmation of'],
  'term.claimed': [terms, 'Change of owner', 'changed the owner of'],
  'term.reverted': [terms, 'Term reverted', 'reverted'],
  'term.merged': [terms, 'Terms merged', 'merged'],
  'relation.added': [terms, 'Relation added', 'related'],
  'relation.removed': [terms, 'Relation removed', 'removed a relation of'],
  'term.translated': [terms, 'Term translated', 'translated'],
  'term.translation_removed': [terms, 'Translation removed', 'removed a translation of'],
  'relation.agreed': [terms, 'Relation agreed to', 'agreed to a relation of'],
  'relation.refused': [terms, 'Relation refused', 'refused a relation of'],
  'term.dismissed': [terms, 'Suggestion or duplicate dismissed', 'dismissed'],
  'term.restored': [terms, 'Suggestion or duplicate restored', 'restored'],
  'category.renamed': [terms, 'Category renamed', 'renamed the category'],
  'dispute.resolved': [terms, 'Report resolved', 'resolved a report about'],
  'dispute.reopened': [terms, 'Report reopened', 'reopened a report about'],
  'proposal.created': [terms, 'Change proposed', 'proposed a change to'],
  'proposal.accepted': [terms, 'Proposal accepted', 'accepted a proposal for'],
  'proposal.declined': [terms, 'Proposal declined', 'declined a proposal for'],
  'proposal.withdrawn': [terms, 'Proposal withdrawn', 'withdrew a proposal for'],
  'proposal.reopened': [terms, 'Proposal reopened', 'reopened a proposal for'],
  'import.completed': [terms, 'Import', 'imported'],
  'import.undone': [terms, 'Import undone', 'undid the import of'],
  'auth.login': [users, 'Login', 'logged in'],
  'auth.login_failed': [users, 'Failed login', 'failed to log in'],
  'user.created': [users, 'New user', 'created the account'],
  'user.role_changed': [users, 'Change of role', 'changed the role of'],
  'user.activated': [users, 'User activated', 'activated'],
  'user.deactivated': [users, 'User deactivated', 'deactivated'],
  'user.erased': [users, 'User erased', 'erased the details of a user'],
  'token.created': [access, 'Token created', 'created the token'],
  'token.revoked': [access, 'Token revoked', 'revoked the token'],
  'agent.connected': [access, 'Agent connected', 'connected the agent'],
  'agent.disconnected': [access, 'Agent disconnected', 'disconnected the agent'],
  'embed_key.created': [access, 'Embed key created', 'created the embed key'],
  'embed_key.revoked': [access, 'Embed key revoked', 'revoked the embed key'],
  'webhook.created': [access, 'Webhook created', 'created the webhook'],
  'webhook.deleted': [access, 'Webhook deleted', 'deleted the webhook'],
  'webhook.disabled': [access, 'Webhook disabled', 'disabled the webhook'],
  'webhook.enabled': [access, 'Webhook enabled', 'enabled the webhook'],
  'job.triggered': [access, 'Job started', 'started the job'],
}

/** The labels of the events, by group. */
export const eventGroups = [terms, users, access].map((name) => ({
  name,
  labels: Object.entries(words).flatMap(([action, [group, label]]) =>
    group === name ? [[action as AuditAction, label] as const] : [],
  ),
}))

/** Names an event in a list: "Term added". */
export const labelOf = (event: string): string =>
  event === testEvent ? 'Test' : (words[event as AuditAction]?.[1] ?? event)

/** The verb of an event: "added". */
export const verbOf = (action: AuditAction): string => words[action][2]
