import * as v from 'valibot'
import { readUser, setActive } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { UserQuery } from '../../../lib/schemas/user.ts'
import { describeDisowned } from '../../../lib/web/flash-messages.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { respondToUserChange } from './respond-to-change.tsx'

const { q, offset } = UserQuery.entries

export default page(
  {
    path: '/admin/users/:id/active',
    summary: 'Activate or deactivate a user',
    role: 'admin',
    params: ById,
    form: v.object({ is_active: v.boolean('must be true or false'), q, offset }),
  },
  async ({ params: { id }, form, ...input }) => {
    const { ctx, actor } = input
    const { is_active, ...place } = form.read()
    const { result, problem } = await attempt(() => setActive(ctx, actor, id, is_active))
    const user = result ?? (await readUser(ctx, id))
    const count = result?.disowned ?? 0
    const said = is_active
      ? { message: 'Activated.', done: 'activated' }
      : { message: `Deactivated and logged out.${describeDisowned(count)}`, done: 'deactivated', count }
    return respondToUserChange(input, place, { user, problem, ...said })
  },
)
