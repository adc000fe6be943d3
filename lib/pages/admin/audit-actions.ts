import type { AuditAction } from '../../schemas/audit.ts'
import { testEvent } from '../../schemas/webhook.ts'

/** The actions in the filter, by what they affect. */
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
      ['term.unvoted', 'Vote removed'],
      ['term.disputed', 'Problem reported'],
      ['term.promoted', 'Promotion'],
      ['term.official', 'Made official'],
      ['term.confirmed', 'Confirmation'],
      ['term.unconfirmed', 'Confirmation taken back'],
      ['term.claimed', 'Change of owner'],
      ['term.reverted', 'Term reverted'],
      ['term.merged', 'Terms merged'],
      ['term.dismissed', 'Suggestion or duplicate dismissed'],
      ['term.restored', 'Suggestion or duplicate restored'],
      ['category.renamed', 'Category renamed'],
      ['dispute.resolved', 'Report resolved'],
      ['dispute.reopened', 'Report reopened'],
      ['proposal.created', 'Change proposed'],
      ['proposal.accepted', 'Proposal accepted'],
      ['proposal.declined', 'Proposal declined'],
      ['proposal.withdrawn', 'Proposal withdrawn'],
      ['proposal.reopened', 'Proposal reopened'],
      ['import.completed', 'Import'],
      ['import.undone', 'Import undone'],
    ],
  },
  {
    name: 'Users',
    actions: [
      ['auth.login', 'Login'],
      ['auth.login_failed', 'Failed login'],
      ['user.created', 'New user'],
      ['user.role_changed', 'Change of role'],
      ['user.activated', 'User activated'],
      ['user.deactivated', 'User deactivated'],
      ['user.erased', 'User erased'],
    ],
  },
  {
    name: 'Tokens, agents, embed keys, webhooks and jobs',
    actions: [
      ['token.created', 'Token created'],
      ['token.revoked', 'Token revoked'],
      ['agent.connected', 'Agent connected'],
      ['agent.disconnected', 'Agent disconnected'],
      ['embed_key.created', 'Embed key created'],
      ['embed_key.revoked', 'Embed key revoked'],
      ['webhook.created', 'Webhook created'],
      ['webhook.deleted', 'Webhook deleted'],
      ['webhook.disabled', 'Webhook disabled'],
      ['webhook.enabled', 'Webhook enabled'],
      ['job.triggered', 'Job started'],
    ],
  },
]

const names = new Map<string, string>(actionGroups.flatMap(({ actions }) => [...actions]))

/** Names an action: "Term added". */
export const nameOfAction = (action: string) =>
  action === testEvent ? 'Test' : (names.get(action) ?? action)
