import type { AuditEntry } from '../../../lib/admin/audit.ts'
import type { AuditAction } from '../../../lib/schemas/audit.ts'
import { verbOf } from '../../../lib/schemas/events.ts'
import { type Detail, detailsOf } from './audit-details-words.ts'

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
  return action === 'term.dismissed'
    ? 'kept both meanings of'
    : 'took back the decision to keep both meanings of'
}

/** The payload with the names of people instead of their IDs. */
const withNames = ({ payload, people }: AuditEntry): AuditEntry['payload'] =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [key, people[String(value)] ?? value]),
  )
