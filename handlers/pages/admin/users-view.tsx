import { addCreations, type Creation, type UserWithCreations } from '../../../lib/admin/creations.ts'
import type { Db } from '../../../lib/context.ts'
import type { Slice } from '../../../lib/db/slice.ts'
import { isErased, listUsers } from '../../../lib/identity/users.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { User } from '../../../lib/schemas/user.ts'
import { ActionButton, Confirmation, Hidden, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { type Listing, Records, rangeOf, readListing } from '../../../lib/web/parts/pager.tsx'
import { Announcement, PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Admin } from './frame-view.tsx'
import {
  type InvitationResult,
  Invite,
  Invited,
  PlaceFields,
  RoleSelect,
  SelectedUsers,
  type UserPlace,
} from './users-form.tsx'

type UsersProps = UserPlace & {
  users: Listing<UserWithCreations>
  readerId: string
  /** why the last change was rejected */
  problem?: Problem
  /** what came of inviting people */
  invitation?: InvitationResult | undefined
  refused?: { problem: Problem; typed: URLSearchParams }
}

/** Returns the URL of a place in the list of users, with the message about the last action. */
export const usersUrl = ({ q, offset }: UserPlace, message: { done?: string; count?: number | undefined } = {}) =>
  buildUrl('/admin/users', { q, offset: offset || undefined, ...message })

export function UsersPage({ problem, invitation, refused, ...props }: UsersProps) {
  return (
    <Admin
      path="/admin/users"
      notice={invitation && <Invited {...invitation} />}
      lead="Viewers add, edit and vote. Editors also promote and delete. Admins also manage users and jobs. Changes apply immediately."
    >
      {problem && <Refusal problem={problem} />}
      <Invite refused={refused} />
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
            <label for="q">Name or email address</label>
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
          <Submit plain>Find</Submit>
        </form>
      </search>
      <Users {...props} />
    </Admin>
  )
}

/** The list of users, which htmx replaces. */
export function Users({ isPart = false, ...props }: UsersProps & { isPart?: boolean }) {
  const { users, readerId, q, offset } = props
  return (
    <PagePart
      id="users"
      label="Users"
      class="selectable"
      toTop
      says={isPart && (users.items.length > 0 ? rangeOf(users) : 'No users found')}
    >
      <Records
        {...users}
        address={(to) => usersUrl({ q, offset: to })}
        empty={
          <p>
            No name or email address contains “{q}”. <a href="/admin/users">Show all users</a>
          </p>
        }
      >
        {(user) => <UserRecord key={user.id} user={user} place={{ q, offset }} readerId={readerId} />}
      </Records>
      <SelectedUsers q={q} offset={offset} />
    </PagePart>
  )
}

type UserRecordProps = {
  user: UserWithCreations
  place: UserPlace
  readerId: string
  /** result of the last action */
  message?: string
  problem?: Problem
}

/** A user with controls for role and access. Each change replaces the record. */
export function UserRecord({ user, place, readerId, message, problem }: UserRecordProps) {
  const { id, email, display_name, is_active, last_login_at, creations } = user
  const isSelf = id === readerId
  const wasErased = isErased(user)
  const name = display_name ?? email
  return (
    <>
      <li
        class={is_active ? 'record' : 'record inactive'}
        id={`user-${id}`}
        hx-target="this"
        hx-swap="outerHTML show:none"
      >
        <div>
          {!wasErased && (
            <input type="checkbox" class="pick" form="selected" name="ids" value={id} aria-label={`Select ${name}`} />
          )}
          <h2 class="person">
            {name} {isSelf && <span class="label">you</span>}
          </h2>
          <p class="facts">
            {display_name && display_name !== email && !wasErased && <span>{email}</span>}
            {last_login_at ? (
              <Dated what="Last logged in" at={last_login_at} />
            ) : (
              <span>{isKnown(user) ? 'Never logged in' : 'Not here yet'}</span>
            )}
            {!is_active && !wasErased && <span class="bad">Deactivated</span>}
            <a href={buildUrl('/admin/audit', { actor_id: id })}>
              View activity <span class="visually-hidden">({name})</span>
            </a>
            <a href={`/api/v1/users/${id}/data`} download>
              Download data <span class="visually-hidden">({name})</span>
            </a>
          </p>
          {creations.total > 0 && <Creations {...creations} />}
          {problem && <Refusal problem={problem} />}
          {message && <p class="result">{message}</p>}
        </div>
        <div class="user-controls">
          {!wasErased && <RoleControl {...{ user, name, place }} />}
          {!wasErased && <AccessControl {...{ user, name, place, isSelf }} />}
          {!isSelf && <EraseControl {...{ user, name }} />}
        </div>
      </li>
      {message && <Announcement text={`${name}: ${message}`} />}
    </>
  )
}

/** Whether somebody has ever used an account, in Slack or here. Others were invited. */
const isKnown = ({ messaging_user_id, display_name }: User) => messaging_user_id !== null || display_name !== null

/** What a person created, which also goes on without them. */
function Creations({ items, total }: Slice<Creation>) {
  return (
    <p class="facts">
      {items.map(({ kind, id, name }) => (
        <span key={id}>
          {kind === 'webhook' ? (
            <a href={`/admin/webhooks/${id}`}>Webhook {name}</a>
          ) : (
            <a href="/admin/embed">Embed key {name}</a>
          )}
        </span>
      ))}
      {total > items.length && <span>And {total - items.length} more</span>}
    </p>
  )
}

type UserControlProps = { user: User; name: string; place: UserPlace }

function RoleControl({ user: { id, role }, name, place }: UserControlProps) {
  const action = `/admin/users/${id}/role`
  return (
    <form class="user-control" method="post" action={action} hx-post={action}>
      <PlaceFields {...place} />
      <label class="visually-hidden" for={`role-${id}`}>
        Role of {name}
      </label>
      <RoleSelect id={`role-${id}`} name="role" chosen={role} />
      <button type="submit" class="quiet" id={`set-role-${id}`}>
        Set role <span class="visually-hidden">of {name}</span>
      </button>
    </form>
  )
}

function AccessControl({ user: { id, is_active }, name, place, isSelf }: UserControlProps & { isSelf: boolean }) {
  const action = `/admin/users/${id}/active`
  const fields = (
    <>
      <PlaceFields {...place} />
      <Hidden is_active={!is_active} />
    </>
  )
  if (is_active) {
    return (
      <Confirmation label="Deactivate" about={name} action={action} verb="Yes, deactivate" quick>
        {fields}
        <p>
          {isSelf
            ? 'This is your own account. You will be logged out, and only another admin can activate it again.'
            : 'The user is logged out for good, their tokens are deleted, and their terms have no owner. Their contributions stay, and so do their embed keys and webhooks until you end them.'}
        </p>
      </Confirmation>
    )
  }
  return (
    <ActionButton {...{ action, fields }} look="quiet" about={name} id={`activate-${id}`} quick>
      Activate
    </ActionButton>
  )
}

function EraseControl({ user, name }: Pick<UserControlProps, 'user' | 'name'>) {
  return (
    <a class="quiet" href={`/admin/users/${user.id}/erase`}>
      {isErased(user) ? 'Erase a name that is left' : 'Erase'} <span class="visually-hidden">({name})</span>
    </a>
  )
}

/** Reads a page of the users whose email address or name contains `q`, with what they created. */
export async function readUserListing(
  ctx: Db,
  { q, offset }: { q?: string | undefined; offset: number },
): Promise<Listing<UserWithCreations>> {
  const users = await readListing(offset, (range) => listUsers(ctx, q, range))
  return { ...users, items: await addCreations(ctx, users.items) }
}
