import * as v from 'valibot'
import { changeRole } from '../../../lib/identity/users.ts'
import { list } from '../../../lib/schemas/list.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { Role, UserQuery } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readUserListing, UsersPage, usersUrl } from './users-view.tsx'

const { q, offset } = UserQuery.entries

/**
 * Gives several users a role, each in a change of its own. The reader's own comes last: it may end what they can do
 * here.
 */
export default page(
  {
    path: '/admin/users/roles',
    summary: 'Change the role of several users',
    role: 'admin',
    form: v.object({ ids: v.optional(list(uuid, { max: 200 }), []), role: Role, q, offset }),
  },
  async ({ ctx, actor, form, sendPage, redirect }) => {
    const { ids, role, ...place } = form.read()
    const ordered = [...ids].sort((a, b) => Number(a === actor.id) - Number(b === actor.id))
    const { problem } = await attempt(async () => {
      for (const id of ordered) await changeRole(ctx, actor, id, role)
    })
    if (problem) {
      const users = await readUserListing(ctx, place)
      const props = { ...place, users, readerId: actor.id, problem }
      return sendPage('Users', <UsersPage {...props} />, problem.status)
    }
    const isStillAdmin = role === 'admin' || !ids.includes(actor.id)
    const done = ids.length === 1 ? 'role_changed' : 'roles_changed'
    return redirect(isStillAdmin ? usersUrl(place, { done }) : `/?done=${done}`)
  },
)
