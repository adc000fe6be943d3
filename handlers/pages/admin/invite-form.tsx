import type { Problem } from '../../../lib/problem.ts'
import type { Role } from '../../../lib/schemas/user.ts'
import { Field } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { RoleSelect, roleNames } from './role-form.tsx'

/** What came of an invitation. */
export type Invitation = {
  invited: number
  /** the addresses that already have an account */
  existing: readonly string[]
  role: Role
  /** where the people log in */
  address: string
}

type InviteProps = {
  invitation?: Invitation | undefined
  /** the form as it was sent, if it was rejected */
  refused?: { problem: Problem; typed: URLSearchParams } | undefined
}

/** Invites people by their addresses, before they have ever logged in. */
export function Invite({ invitation, refused }: InviteProps) {
  const typed = refused?.typed
  return (
    <>
      {invitation && <Invited {...invitation} />}
      <details class="invite" open={refused !== undefined}>
        <summary>Invite people</summary>
        <form class="stack" method="post" action="/admin/users">
          <Field
            name="emails"
            label="Email addresses"
            hint="One a line, or separated by commas. Nobody gets an email: tell them where to log in."
            errors={refused?.problem.members.errors}
          >
            {(props) => (
              <textarea
                {...props}
                required
                rows={3}
                spellcheck={false}
                value={typed?.get('emails') ?? ''}
              />
            )}
          </Field>
          <Field name="role" id="invited-role" label="Role from their first login on">
            {(props) => <RoleSelect {...props} chosen={typed?.get('role') ?? 'editor'} />}
          </Field>
          <button type="submit" class="button">
            Invite
          </button>
        </form>
      </details>
    </>
  )
}

const Invited = ({ invited, existing, role, address }: Invitation) => (
  <div class="notice" role="status" tabindex={-1}>
    {invited > 0 && (
      <p>
        {counted(invited, roleNames[role].toLowerCase())} invited. Tell them to log in at {address}.
      </p>
    )}
    {existing.length > 0 && (
      <p>
        {existing.join(', ')} {existing.length === 1 ? 'has' : 'have'} an account already: set the
        role below.
      </p>
    )}
  </div>
)
