import type { AuditEntry } from '../../admin/audit.ts'
import type { AuditAction } from '../../schemas/audit.ts'
import { contentFields } from '../../schemas/term.ts'
import { testEvent } from '../../schemas/webhook.ts'

/** The verbs of the sentences, which the object follows. */
export const verbs: Record<AuditAction, string> = {
  'term.created': 'added',
  'term.updated': 'edited',
  'term.deleted': 'deleted',
  'term.voted': 'voted for',
  'term.unvoted': 'removed their vote for',
  'term.disputed': 'reported a problem with',
  'term.promoted': 'promoted',
  'term.official': 'made',
  'term.confirmed': 'confirmed',
  'term.unconfirmed': 'took back their confirmation of',
  'term.claimed': 'changed the owner of',
  'term.reverted': 'reverted',
  'term.merged': 'merged',
  'term.dismissed': 'dismissed',
  'term.restored': 'restored',
  'category.renamed': 'renamed the category',
  'proposal.created': 'proposed a change to',
  'proposal.accepted': 'accepted a proposal for',
  'proposal.declined': 'declined a proposal for',
  'proposal.withdrawn': 'withdrew a proposal for',
  'proposal.reopened': 'reopened a proposal for',
  'dispute.resolved': 'resolved a report about',
  'dispute.reopened': 'reopened a report about',
  'import.completed': 'imported',
  'import.undone': 'undid the import of',
  'user.created': 'created the account',
  'user.role_changed': 'changed the role of',
  'user.activated': 'activated',
  'user.deactivated': 'deactivated',
  'user.erased': 'erased the details of a user',
  'token.created': 'created the token',
  'token.revoked': 'revoked the token',
  'agent.connected': 'connected the agent',
  'agent.disconnected': 'disconnected the agent',
  'embed_key.created': 'created the embed key',
  'embed_key.revoked': 'revoked the embed key',
  'webhook.created': 'created the webhook',
  'webhook.deleted': 'deleted the webhook',
  'webhook.disabled': 'disabled the webhook',
  'auth.login': 'logged in',
  'auth.login_failed': 'failed to log in',
  'job.triggered': 'started the job',
}

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
      ['job.triggered', 'Job started'],
    ],
  },
]

const names = new Map<string, string>(actionGroups.flatMap(({ actions }) => [...actions]))

/** Names an action: "Term added". */
export const nameOfAction = (action: string) =>
  action === testEvent ? 'Test' : (names.get(action) ?? action)

/** Fields of payloads that name the object; the first one present is used. */
const nameKeys = ['name', 'email', 'job_type'] as const

/** Returns the name that the object of an event had at the time; null if it has none. */
export function objectOf({ payload }: AuditEntry): string | null {
  for (const key of nameKeys) {
    if (typeof payload[key] === 'string') return payload[key]
  }
  return null
}

/** Returns who caused an event: a user or part of the service. */
export function actorOf({ actor_id, actor_name, action, payload }: AuditEntry): string {
  if (actor_id !== null) return actor_name ?? 'Unknown user'
  if (action === 'auth.login_failed') return 'Unknown user'
  return payload.source === 'discovery' ? 'Discovery' : 'The service'
}

type Sentence = {
  verb: string
  object: string | null
  ending: string
  /** the fields of the payload that the sentence does not contain */
  details: [name: string, value: string][]
}

/** Describes an event in a sentence: "(actor) promoted SLA from pending to community". */
export function describeEvent(event: AuditEntry): Sentence {
  const { action } = event
  const payload = withNames(event)
  const { from, to, ...rest } = payload
  const object = objectOf(event)
  const sentence = { verb: verbs[action], object, ending: '', details: detailsOf(payload) }
  if (action === 'term.claimed') {
    const verb = ownerVerb(event)
    return { ...sentence, verb, details: detailsOf({ previous_owner: from, ...rest }) }
  }
  if (action === 'term.merged') {
    const { into_name, into: _, ...details } = rest
    return { ...sentence, ending: `into ${into_name}`, details: detailsOf(details) }
  }
  if (action === 'term.official') {
    return { ...sentence, ending: 'official', details: detailsOf(rest) }
  }
  if (typeof from !== 'string' || typeof to !== 'string') return sentence
  if (from === to) return { ...sentence, details: detailsOf(rest) }
  const change = `from ${from} to ${to}`
  const ending = action === 'term.disputed' ? `and moved it ${change}` : change
  return { ...sentence, ending, details: detailsOf(rest) }
}

function ownerVerb({ action, actor_id, payload: { from, to } }: AuditEntry): string {
  if (to === null) return from === actor_id ? 'stopped owning' : 'removed the owner of'
  return to === actor_id ? 'became the owner of' : verbs[action]
}

/** The payload with the names of people instead of their IDs. */
const withNames = ({ payload, people }: AuditEntry): AuditEntry['payload'] =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [key, people[String(value)] ?? value]),
  )

/** IDs that say nothing to people; the page links to what they mean. */
const isLinked = (key: string) => key === 'term_id' || key === 'dispute_id'

/** The page shows changes of texts word by word. */
const isText = (field: string) => (contentFields as readonly string[]).includes(field)

function detailsOf({ changes, ...payload }: AuditEntry['payload']): Sentence['details'] {
  const objectKey = nameKeys.find((key) => typeof payload[key] === 'string')
  const others = Object.entries(Object(changes)).filter(([field]) => !isText(field))
  return [...Object.entries(payload), ...others]
    .filter(([key, value]) => key !== objectKey && !isLinked(key) && value !== null)
    .map(([key, value]) => [key.replaceAll('_', ' '), formatValue(value)])
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return 'from' in value && 'to' in value ? formatChange(value) : JSON.stringify(value)
}

function formatChange({ from, to }: { from: unknown; to: unknown }): string {
  if (from === null) return `set to “${formatValue(to)}”`
  if (to === null) return `removed; it was “${formatValue(from)}”`
  return `changed from “${formatValue(from)}” to “${formatValue(to)}”`
}
