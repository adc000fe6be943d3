import type { AuditEntry, AuditFilter } from '../../admin/audit.ts'
import { addressOf } from '../parts/address.ts'
import { Announcement } from '../parts/announcement.tsx'
import type { Listing } from '../parts/listing.ts'
import { rangeOf } from '../parts/pager.tsx'
import { Records } from '../parts/records.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { actionGroups, actorOf, deeds, detailsOf, objectOf } from './audit-words.ts'
import { Admin } from './frame.tsx'

type AuditProps = {
  events: Listing<AuditEntry>
  filter: AuditFilter
  /** what the person is called who is looked for */
  actorName: string | null
}

/** The address of what a filter finds, and of a place in it. */
export const auditAddress = (
  { action, actor_id, target_id }: AuditFilter,
  place: { offset?: number } = {},
) => addressOf('/admin/audit', { action, actor_id, target_id, offset: place.offset || undefined })

/** The page of the audit log. */
export function AuditPage(props: AuditProps) {
  return (
    <Admin path="/admin/audit" lead="Who did what, newest first. Nothing here can be changed.">
      <Audit {...props} />
    </Admin>
  )
}

/** The filters and the events: what htmx swaps. */
export function Audit({ isPart = false, ...props }: AuditProps & { isPart?: boolean }) {
  const { events, filter } = props
  return (
    <>
      <section
        id="audit"
        aria-label="Audit events"
        hx-target="#audit"
        hx-swap="outerHTML show:none"
        hx-boost="true"
      >
        <Filters {...props} />
        <Records
          {...events}
          address={(offset) => auditAddress(filter, { offset })}
          empty={
            <p>
              No event matches. <a href="/admin/audit">See all of them</a>
            </p>
          }
        >
          {(event) => <EventRecord key={event.id} event={event} filter={filter} />}
        </Records>
      </section>
      {isPart && (
        <Announcement text={events.items.length > 0 ? rangeOf(events) : 'No event matches'} />
      )}
    </>
  )
}

function Filters({ events, filter, actorName }: AuditProps) {
  const { action, actor_id, target_id } = filter
  return (
    <>
      <form class="filter" action="/admin/audit">
        <div class="field">
          <label for="action">What was done</label>
          <select id="action" name="action">
            <option value="">Anything</option>
            {actionGroups.map(({ name, actions }) => (
              <optgroup key={name} label={name}>
                {actions.map(([value, label]) => (
                  <option key={value} value={value} selected={value === action}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        {actor_id && <input type="hidden" name="actor_id" value={actor_id} />}
        {target_id && <input type="hidden" name="target_id" value={target_id} />}
        <button type="submit" class="button plain" id="show-events">
          Show
        </button>
      </form>
      {(actor_id || target_id) && (
        <p class="chosen">
          {actor_id && (
            <span>
              By <strong>{actorName ?? 'somebody unknown'}</strong>{' '}
              <a href={auditAddress({ ...filter, actor_id: undefined })}>By anybody</a>
            </span>
          )}
          {target_id && (
            <span>
              About <Target events={events.items} />{' '}
              <a href={auditAddress({ ...filter, target_id: undefined })}>About anything</a>
            </span>
          )}
        </p>
      )}
    </>
  )
}

/** What is looked for, by the name it had last. */
function Target({ events: [latest] }: { events: readonly AuditEntry[] }) {
  return <strong>{(latest && objectOf(latest)) ?? 'one thing'}</strong>
}

function EventRecord({ event, filter }: { event: AuditEntry; filter: AuditFilter }) {
  const { action, actor_id, target_type, target_id, created_at } = event
  const [before, after] = deeds[action]
  const object = objectOf(event)
  const details = detailsOf(event)
  return (
    <li class="record event">
      <p class="fine">
        <RelativeTime at={created_at} />
      </p>
      <div>
        <p>
          {actor_id ? (
            <a href={auditAddress({ ...filter, actor_id })}>{actorOf(event)}</a>
          ) : (
            actorOf(event)
          )}{' '}
          {before}{' '}
          {object && target_id ? (
            <a class="object" href={auditAddress({ ...filter, target_id })}>
              {object}
            </a>
          ) : (
            <span class="object">{object}</span>
          )}{' '}
          {after}
        </p>
        {details.length > 0 && <Details details={details} />}
        {target_type === 'term' && action !== 'term.deleted' && (
          <p class="facts">
            <a href={`/terms/${target_id}`} hx-boost="false">
              The term <span class="unseen">{object}</span>
            </a>
          </p>
        )}
      </div>
    </li>
  )
}

/** As much of a value as stands in the list itself; the whole of it opens. */
const longest = 160

function Details({ details }: { details: readonly [name: string, value: string][] }) {
  return (
    <dl class="details">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value.length <= longest ? (
              value
            ) : (
              <details>
                <summary>{value.slice(0, longest).toWellFormed()}…</summary>
                {value}
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
