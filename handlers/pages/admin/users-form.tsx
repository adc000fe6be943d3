import type { Problem } from '../../../lib/problem.ts'
import { type Role, roles } from '../../../lib/schemas/user.ts'
import { Field, Hidden, Submit } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'

export const roleNames: Record<Role, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' }

export type UserPlace = { q?: string; offset: number }

export const RoleSelect = ({ chosen, ...props }: { id: string; name: string; chosen: string }) => (
  <select {...props}>
    {roles.map((each) => (
      <option key={each} value={each} selected={each === chosen}>
        {roleNames[each]}
      </option>
    ))}
  </select>
)

/** Gives the selected users a role. It is there once one is selected. */
export const SelectedUsers = (place: UserPlace) => (
  <form id="selected" class="selected" method="post" action="/admin/users/roles">
    <PlaceFields {...place} />
    <p class="bar button-row">
      <span data-selected-count={0} aria-live="polite">
        Selected users:
      </span>
      <label class="visually-hidden" for="selected-role">
        Role of the selected users
      </label>
      <RoleSelect id="selected-role" name="role" chosen="editor" />
      <Submit plain>Set role</Submit>
    </p>
  </form>
)

/** The place in the list, to which the answer leads back. */
export const PlaceFields = ({ q, offset }: UserPlace) => <Hidden q={q} offset={offset || undefined} />

export type InvitationResult = {
  invited: number
  /** the addresses that already have an account */
  existing: readonly string[]
  role: Role
  /** where the people log in */
  address: string
}

type InviteProps = {
  /** the form as it was sent, if it was rejected */
  refused?: { problem: Problem; typed: URLSearchParams } | undefined
}

/** Invites people by their addresses, before they have ever logged in. */
export function Invite({ refused }: InviteProps) {
  const typed = refused?.typed
  return (
    <details class="invite" open={refused !== undefined}>
      <summary class="button plain">Invite people</summary>
      <form class="stack" method="post" action="/admin/users">
        <Field
          name="emails"
          label="Email addresses"
          hint="One a line, or separated by commas. Nobody gets an email: tell them where to log in."
          errors={refused?.problem.members.errors}
        >
          {(props) => <textarea {...props} required rows={3} spellcheck={false} value={typed?.get('emails') ?? ''} />}
        </Field>
        <Field name="role" id="invited-role" label="Role from their first login on">
          {(props) => <RoleSelect {...props} chosen={typed?.get('role') ?? 'editor'} />}
        </Field>
        <Submit>Invite</Submit>
      </form>
    </details>
  )
}

/** Who was invited, and whom to tell. */
export const Invited = ({ invited, existing, role, address }: InvitationResult) => (
  <div class="notice" role="status" tabindex={-1}>
    {invited > 0 && (
      <p>
        {counted(invited, roleNames[role].toLowerCase())} invited. Tell them to log in at {address}.
      </p>
    )}
    {existing.length > 0 && (
      <p>
        {existing.join(', ')} {existing.length === 1 ? 'has' : 'have'} an account already: set the role below.
      </p>
    )}
  </div>
)
