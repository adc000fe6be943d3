import type { AuditEntry } from '../../../lib/admin/audit.ts'
import { writeLinks } from '../../../lib/glossary/links.ts'
import type { AuditAction, AuditPayload } from '../../../lib/schemas/audit.ts'
import { type Alias, contentFields, ofContent } from '../../../lib/schemas/content.ts'
import type { Resolution } from '../../../lib/schemas/dispute.ts'
import { labelOf, verbOf } from '../../../lib/schemas/events.ts'
import type { Link } from '../../../lib/schemas/links.ts'
import { relationWords } from '../../../lib/schemas/relations.ts'
import type { RelationKind } from '../../../lib/schemas/term.ts'
import { aliasText } from '../../../lib/web/parts/other-names.tsx'
import { formatUtc } from '../../../lib/web/parts/relative-time.tsx'

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
  details: Detail[]
}

/** Actions whose verb says that something moves. Other events that move a term do something else first. */
const moves: readonly AuditAction[] = ['term.promoted', 'user.role_changed', 'category.renamed']

/** Describes an event in a sentence: "(actor) promoted SLA from pending to community". */
export function describeEvent(event: AuditEntry): Sentence {
  const { action } = event
  const { from, to, into, into_name, ...rest } = withNames(event)
  const details = detailsOf(rest)
  const sentence = { verb: verbOf(action), object: objectOf(event), ending: '', details }
  switch (action) {
    case 'relation.added':
    case 'relation.removed':
    case 'relation.agreed':
    case 'relation.refused': {
      const { kind, other_name } = rest
      const { heading, remark = heading.toLowerCase() } = relationWords[kind as RelationKind]
      const ending = `to ${other_name} (${remark})`
      return { ...sentence, ending, details: [] }
    }
    case 'term.claimed': {
      const owners = detailsOf({ previous_owner: from ?? null, ...rest })
      return { ...sentence, verb: ownerVerb(event), details: owners }
    }
    case 'term.merged':
      return { ...sentence, ending: `into ${into_name}` }
    case 'term.official':
      return { ...sentence, ending: 'official' }
    case 'term.dismissed':
    case 'term.restored':
      return { ...sentence, verb: pairVerb(event) }
  }
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return sentence
  const change = `from ${from} to ${to}`
  return { ...sentence, ending: moves.includes(action) ? change : `and moved it ${change}` }
}

function ownerVerb({ action, actor_id, payload: { from, to } }: AuditEntry): string {
  if (to === null) return from === actor_id ? 'stopped owning' : 'removed the owner of'
  return to === actor_id ? 'became the owner of' : verbOf(action)
}

/** Two terms with one name can be dismissed from the queue as well, which keeps both. */
function pairVerb({ action, payload }: AuditEntry): string {
  if (!('two_meanings_with' in payload)) return verbOf(action)
  return action === 'term.dismissed' ? 'kept both meanings of' : 'took back the decision to keep both meanings of'
}

/** The payload with the names of people instead of their IDs. */
const withNames = ({ payload, people }: AuditEntry): AuditEntry['payload'] =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, people[String(value)] ?? value]))

type KeyOf<Payload> = Payload extends unknown ? keyof Payload : never
type Field = KeyOf<AuditPayload<AuditAction>>

/** The name of what an event is about, which its sentence contains, and IDs that say nothing to people. */
const hidden = [
  ...['name', 'email', 'job_type', 'term_id', 'dispute_id', 'two_meanings_with'],
  ...['kind', 'other_id', 'other_name'],
] as const
type Shown = Exclude<Field, (typeof hidden)[number] | 'from' | 'to' | 'into' | 'into_name' | 'changes'>

/** What the page calls the fields of payloads that no sentence contains. */
const labels: Record<Shown | 'previous_owner', string> = {
  ...ofContent('label'),
  accepted_by: 'Accepted by',
  client: 'IP address',
  client_id: 'Client',
  created: 'New',
  deleted: 'Removed',
  events: 'Events',
  expires_at: 'Expires',
  failed: 'With errors',
  format: 'Format',
  is_stale: 'May be out of date',
  kept: 'Kept',
  language: 'Language',
  last_confirmed_at: 'Last confirmed',
  method: 'Login with',
  note: 'Note',
  origins: 'Origins',
  owner_id: 'Owner',
  proposed: 'Proposed',
  part_of: 'Part of',
  previous_owner: 'Previous owner',
  reason: 'Reason',
  resolution: 'Decision',
  reverted: 'Restored',
  role: 'Role',
  scopes: 'Permissions',
  skipped: 'Blank or repeated',
  source: 'Source',
  status: 'Status',
  terms: 'Terms',
  unchanged: 'The same',
  updated: 'Changed',
  user_id: 'User',
  version: 'Version',
  vote_count: 'Votes',
  votes: 'Votes removed',
}

const decisions: Record<Resolution, string> = {
  upheld: 'Report was right',
  dismissed: 'Report was wrong',
  withdrawn: 'Withdrawn',
}

const logins: Record<AuditPayload<'auth.login'>['method'], string> = {
  dev: 'Development mode',
  slack: 'Slack',
  oidc: 'OpenID',
}

/** How fields are written that are more than a text. */
const formats: Record<string, (value: never) => string> = {
  aliases: (value: readonly Alias[]) => aliasText(value),
  links: (value: readonly Link[]) => writeLinks(value, '; '),
  events: (value: readonly string[]) => value.map(labelOf).join(', '),
  method: (value: keyof typeof logins) => logins[value],
  part_of: labelOf,
  resolution: (value: Resolution) => decisions[value],
}

/** A field of an event that its sentence does not contain: its label and its value, in words. */
type Detail = [label: string, value: string]

/** Describes the fields of a payload that the page does not show otherwise. */
function detailsOf({ changes, ...payload }: AuditEntry['payload']): Detail[] {
  const others = Object.entries(Object(changes)).filter(([field]) => !isText(field))
  return [...Object.entries(payload), ...others]
    .filter(([field, value]) => !isEmpty(value) && !(hidden as readonly string[]).includes(field))
    .map(([field, value]) => [fieldLabel(field), (formats[field] ?? formatValue)(value as never)])
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** The page shows changes of texts word by word. */
const isText = (field: string) => (contentFields as readonly string[]).includes(field)

const fieldLabel = (field: string) => (Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field)

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && isTime(value)) return formatUtc(new Date(value))
  if (typeof value !== 'object' || value === null) return String(value)
  return 'from' in value && 'to' in value ? formatChange(value) : JSON.stringify(value)
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)

function formatChange({ from, to }: { from: unknown; to: unknown }): string {
  if (from === null) return `set to “${formatValue(to)}”`
  if (to === null) return `removed; it was “${formatValue(from)}”`
  return `changed from “${formatValue(from)}” to “${formatValue(to)}”`
}
