import type { AuditEntry, AuditFilter } from '../../../lib/admin/audit.ts'
import { textsOf } from '../../../lib/glossary/texts.ts'
import type { NamedUser } from '../../../lib/identity/users.ts'
import type { AuditAction } from '../../../lib/schemas/audit.ts'
import { eventGroups } from '../../../lib/schemas/events.ts'
import type { HistoryEntry } from '../../../lib/schemas/term.ts'
import type { User } from '../../../lib/schemas/user.ts'
import { type Ignored, IgnoredFilter } from '../../../lib/web/lenient-query.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'
import { actorOf, describeEvent, objectOf } from './audit-words.ts'
import { Admin } from './frame-view.tsx'

type AuditProps = {
  /** all that there are */
  actions: readonly AuditAction[]
  events: Listing<AuditEntry>
  filter: AuditFilter
  /** a filter of the URL that there is not */
  ignored?: Ignored | undefined
  /** the user that the filter selects */
  actor?: User | undefined
  /** what was typed as the name of a user, unless exactly one has it */
  unclear?: { name: string; users: readonly NamedUser[] } | undefined
}

/** Returns the URL of a filter, or of a place in its events. */
export const auditUrl = (
  { since, until, hidesRoutine, ...filter }: AuditFilter,
  { offset, user }: { offset?: number; user?: string | undefined } = {},
) => {
  const days = { since: since?.slice(0, 10), until: until?.slice(0, 10) }
  const routine = hidesRoutine || filter.action ? undefined : 'true'
  return buildUrl('/admin/audit', { ...filter, ...days, routine, user, offset: offset || undefined })
}

export function AuditPage(props: AuditProps) {
  return (
    <Admin path="/admin/audit" lead="All changes, newest first. Entries cannot be edited. Days are those of UTC.">
      <Audit {...props} />
    </Admin>
  )
}

/** The filters and the events, which htmx replaces. */
export function Audit({ isPart = false, ...props }: AuditProps & { isPart?: boolean }) {
  const { events, filter } = props
  const none = describeNone(props)
  return (
    <PagePart
      id="audit"
      label="Audit events"
      hx-boost="true"
      says={isPart && (events.items.length > 0 ? rangeOf(events) : none)}
    >
      <Filters {...props} />
      {props.ignored && <IgnoredFilter {...props.ignored} />}
      <Records
        {...events}
        address={(offset) => auditUrl(filter, { offset })}
        empty={
          <>
            <p>
              {none} <a href="/admin/audit">Show all events</a>
            </p>
            <Choice {...props} />
          </>
        }
      >
        {(event) => <EventRecord key={event.id} event={event} filter={filter} />}
      </Records>
    </PagePart>
  )
}

function describeNone({ unclear }: AuditProps): string {
  if (!unclear) return 'No events match.'
  return unclear.users.length > 0
    ? `Several users have the name “${unclear.name}”.`
    : `No user has the name “${unclear.name}”.`
}

/** The users that a name stands for. */
function Choice({ filter, unclear }: AuditProps) {
  if (!unclear?.users.length) return null
  return (
    <ul>
      {unclear.users.map(({ id, email, display_name }) => (
        <li key={id}>
          <a href={auditUrl({ ...filter, actor_id: id })}>{display_name ? `${display_name}, ${email}` : email}</a>
        </li>
      ))}
    </ul>
  )
}

function Filters({ actions, events, filter, actor, unclear }: AuditProps) {
  const { action, actor_id, target_id, term, hidesRoutine, since, until } = filter
  return (
    <>
      <form class="filter" action="/admin/audit">
        <div class="field">
          <label for="action">Action</label>
          <select id="action" name="action">
            <option value="">All actions</option>
            {eventGroups.map(({ name, labels }) => (
              <optgroup key={name} label={name}>
                {labels
                  .filter(([value]) => actions.includes(value))
                  .map(([value, label]) => (
                    <option key={value} value={value} selected={value === action}>
                      {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="user">User</label>
          <input
            id="user"
            name="user"
            placeholder="Name or email address"
            value={actor?.email ?? unclear?.name ?? ''}
          />
        </div>
        <div class="field">
          <label for="term">Term</label>
          <input id="term" name="term" placeholder="Name" value={term ?? ''} />
        </div>
        <div class="field">
          <label for="since">From</label>
          <input id="since" name="since" type="date" value={since?.slice(0, 10)} />
        </div>
        <div class="field">
          <label for="until">Until</label>
          <input id="until" name="until" type="date" value={until?.slice(0, 10)} />
        </div>
        {target_id && <input type="hidden" name="target_id" value={target_id} />}
        <label class="check">
          <input type="checkbox" name="routine" value="true" checked={!hidesRoutine && action === undefined} /> Logins
          and votes, too
        </label>
        <button type="submit" class="button plain" id="show-events">
          Show
        </button>
      </form>
      {(actor_id || target_id) && (
        <p class="active-filters">
          {actor_id && (
            <span>
              By <strong>{actor ? (actor.display_name ?? actor.email) : 'an unknown user'}</strong>{' '}
              <a href={auditUrl({ ...filter, actor_id: undefined })}>Show all users</a>
            </span>
          )}
          {target_id && (
            <span>
              About <Target events={events.items} />{' '}
              <a href={auditUrl({ ...filter, target_id: undefined })}>Show all objects</a>
            </span>
          )}
        </p>
      )}
    </>
  )
}

/** The object that the filter selects, by its latest name. */
function Target({ events: [latest] }: { events: readonly AuditEntry[] }) {
  return <strong>{(latest && objectOf(latest)) ?? 'one object'}</strong>
}

/** An event is a line. Its details unfold. */
function EventRecord({ event, filter }: { event: AuditEntry; filter: AuditFilter }) {
  const { actor_id, target_id, created_at } = event
  const { verb, object, ending } = describeEvent(event)
  return (
    <li class="record event">
      <p class="fine">
        <RelativeTime at={created_at} />
      </p>
      <p>
        {actor_id ? <a href={auditUrl({ ...filter, actor_id })}>{actorOf(event)}</a> : actorOf(event)} {verb}{' '}
        {object && target_id ? (
          <a class="object" href={auditUrl({ ...filter, target_id })}>
            {object}
          </a>
        ) : (
          <span class="object">{object}</span>
        )}{' '}
        {ending}
      </p>
      <More event={event} />
    </li>
  )
}

function More({ event }: { event: AuditEntry }) {
  const termId = termIdOf(event)
  const { object, details } = describeEvent(event)
  if (!termId && details.length === 0 && !changesOf(event)) return null
  return (
    <details class="event-more">
      <summary>
        Details <span class="visually-hidden">of what happened to {object}</span>
      </summary>
      <TextChanges {...event} />
      {details.length > 0 && <Details details={details} />}
      {termId && (
        <p class="facts">
          <a href={`/terms/${termId}`} hx-boost="false">
            Open term <span class="visually-hidden">{object}</span>
          </a>
        </p>
      )}
    </details>
  )
}

/** The term that an event is about, unless it is deleted. */
function termIdOf({ action, target_type, target_id, payload }: AuditEntry): string | null {
  if (target_type === 'term') return action === 'term.deleted' ? null : target_id
  return typeof payload.term_id === 'string' ? payload.term_id : null
}

const changesOf = ({ payload: { changes } }: AuditEntry) =>
  typeof changes === 'object' && changes !== null ? (changes as HistoryEntry['changes']) : undefined

/** Which words of a term an event changed. */
function TextChanges(event: AuditEntry) {
  const fields = changesOf(event)
  return fields ? <Changes from={textsOf(fields, 'from')} to={textsOf(fields, 'to')} /> : null
}

/** Longer values are collapsed. */
const maxValueLength = 160

function Details({ details }: { details: readonly [name: string, value: string][] }) {
  return (
    <dl class="details">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value.length <= maxValueLength ? (
              value
            ) : (
              <details>
                <summary>{value.slice(0, maxValueLength).toWellFormed()}…</summary>
                {value}
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
