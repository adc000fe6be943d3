import type { Problem } from '../../problem.ts'
import { type Role, roles, type User } from '../../schemas/user.ts'
import { addressOf } from '../parts/address.ts'
import { Announcement } from '../parts/announcement.tsx'
import { Confirmation } from '../parts/confirmation.tsx'
import { Refusal } from '../parts/form.tsx'
import type { Listing } from '../parts/listing.ts'
import { rangeOf } from '../parts/pager.tsx'
import { Records } from '../parts/records.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Admin } from './frame.tsx'

/** What people may do, as one says it. */
export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
}

/** Where in the list of users somebody is. */
export type UserPlace = { q?: string; offset: number }

type UsersProps = UserPlace & {
  users: Listing<User>
  /** who looks */
  viewerId: string
  /** why the last change was refused */
  problem?: Problem
}

/** The address of a place in the list of users. */
export const usersAddress = ({ q, offset }: UserPlace, done?: string) =>
  addressOf('/admin/users', { q, offset: offset || undefined, done })

/** The page of all users. */
export function UsersPage({ problem, ...props }: UsersProps) {
  return (
    <Admin
      path="/admin/users"
      lead="Viewers add, edit and vote; editors also promote and delete; admins come here. Changes count at once."
    >
      {problem && <Refusal problem={problem} />}
      <search>
        <form
          class="filter"
          action="/admin/users"
          hx-get="/admin/users"
          hx-target="#users"
          hx-swap="outerHTML show:none"
          hx-trigger="input changed delay:200ms from:#q, submit"
          hx-sync="this:replace"
        >
          <div class="field">
            <label for="q">Name or e-mail address</label>
            <input
              id="q"
              name="q"
              type="search"
              value={props.q ?? ''}
              maxlength={200}
              autocomplete="off"
              spellcheck={false}
            />
          </div>
          <button type="submit" class="button plain">
            Find
          </button>
        </form>
      </search>
      <Users {...props} />
    </Admin>
  )
}

/** The list of users: what htmx swaps. */
export function Users({ isPart = false, ...props }: UsersProps & { isPart?: boolean }) {
  const { users, viewerId, q, offset } = props
  return (
    <>
      <section id="users" aria-label="Users" hx-target="#users" hx-swap="outerHTML show:window:top">
        <Records
          {...users}
          address={(to) => usersAddress({ q, offset: to })}
          empty={
            <p>
              Nobody’s name or e-mail address has “{q}” in it.{' '}
              <a href="/admin/users">See everybody</a>
            </p>
          }
        >
          {(user) => (
            <UserRecord key={user.id} user={user} place={{ q, offset }} viewerId={viewerId} />
          )}
        </Records>
      </section>
      {isPart && <Announcement text={users.items.length > 0 ? rangeOf(users) : 'Nobody found'} />}
    </>
  )
}

type UserRecordProps = {
  user: User
  place: UserPlace
  viewerId: string
  /** what was just done to the user, or why it was refused */
  news?: string
  problem?: Problem
}

/** A user with the switches of role and access; each change puts the record anew in its place. */
export function UserRecord({ user, place, viewerId, news, problem }: UserRecordProps) {
  const { id, email, display_name, is_active, last_login_at } = user
  const isSelf = id === viewerId
  const name = display_name ?? email
  return (
    <>
      <li
        class={is_active ? 'record' : 'record off'}
        id={`user-${id}`}
        hx-target="this"
        hx-swap="outerHTML show:none"
      >
        <div>
          <h2>
            {name} {isSelf && <span class="label">you</span>}
          </h2>
          {display_name && display_name !== email && <p class="fine">{email}</p>}
          <p class="facts">
            {last_login_at ? (
              <span>
                Last logged in <RelativeTime at={last_login_at} />
              </span>
            ) : (
              <span>Never logged in</span>
            )}
            {!is_active && <span class="bad">Deactivated</span>}
            <a href={addressOf('/admin/audit', { actor_id: id })}>
              In the audit log <span class="unseen">({name})</span>
            </a>
          </p>
          {problem && <Refusal problem={problem} />}
          {news && <p class="news">{news}</p>}
        </div>
        <div class="switches">
          <RoleSwitch {...{ user, name, place }} />
          <ActiveSwitch {...{ user, name, place, isSelf }} />
        </div>
      </li>
      {news && <Announcement text={`${name}: ${news}`} />}
    </>
  )
}

type SwitchProps = { user: User; name: string; place: UserPlace }

function RoleSwitch({ user: { id, role }, name, place }: SwitchProps) {
  const action = `/admin/users/${id}/role`
  return (
    <form class="switch" method="post" action={action} hx-post={action}>
      <PlaceFields {...place} />
      <label class="unseen" for={`role-${id}`}>
        Role of {name}
      </label>
      <select id={`role-${id}`} name="role">
        {roles.map((each) => (
          <option key={each} value={each} selected={each === role}>
            {roleNames[each]}
          </option>
        ))}
      </select>
      <button type="submit" class="quiet" id={`set-role-${id}`}>
        Set role <span class="unseen">of {name}</span>
      </button>
    </form>
  )
}

function ActiveSwitch({
  user: { id, is_active },
  name,
  place,
  isSelf,
}: SwitchProps & { isSelf: boolean }) {
  const action = `/admin/users/${id}/active`
  const fields = (
    <>
      <PlaceFields {...place} />
      <input type="hidden" name="is_active" value={String(!is_active)} />
    </>
  )
  if (is_active) {
    return (
      <Confirmation label="Deactivate" about={name} action={action} verb="Yes, deactivate" quick>
        {fields}
        <p>
          {isSelf
            ? 'This is yourself: you will be logged out and cannot come back by yourself.'
            : 'They are logged out, and their tokens are refused. What they wrote stays.'}
        </p>
      </Confirmation>
    )
  }
  return (
    <form method="post" action={action} hx-post={action}>
      {fields}
      <button type="submit" class="quiet" id={`activate-${id}`}>
        Activate <span class="unseen">{name}</span>
      </button>
    </form>
  )
}

function PlaceFields({ q, offset }: UserPlace) {
  return (
    <>
      {q && <input type="hidden" name="q" value={q} />}
      {offset > 0 && <input type="hidden" name="offset" value={offset} />}
    </>
  )
}
