import * as v from 'valibot'
import { changeRole, readUser } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { Role, UserQuery } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { respondToUserChange } from './respond-to-change.tsx'
import { roleNames } from './users-form.tsx'

const { q, offset } = UserQuery.entries

export default page(
  {
    path: '/admin/users/:id/role',
    summary: "Change a user's role",
    role: 'admin',
    params: ById,
    form: v.object({ role: Role, q, offset }),
  },
  async ({ params: { id }, form, ...input }) => {
    const { ctx, actor } = input
    const { role, ...place } = form.read()
    const { result, problem } = await attempt(() => changeRole(ctx, actor, id, role))
    const user = result ?? (await readUser(ctx, id))
    const message = `Role changed to ${roleNames[role]}.`
    return respondToUserChange(input, place, { user, problem, message, done: 'role_changed' })
  },
)
