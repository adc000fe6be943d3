import { type Role, roles } from '../../../lib/schemas/user.ts'

/** Names of the roles. */
export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
}

/** A place in the list of users. */
export type UserPlace = { q?: string; offset: number }

/** A choice of one of the roles. */
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
      <button type="submit" class="button plain">
        Set role
      </button>
    </p>
  </form>
)

/** The place in the list, to which the answer leads back. */
export function PlaceFields({ q, offset }: UserPlace) {
  return (
    <>
      {q && <input type="hidden" name="q" value={q} />}
      {offset > 0 && <input type="hidden" name="offset" value={offset} />}
    </>
  )
}
