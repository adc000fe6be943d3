import * as v from 'valibot'
import { eraseTimeoutMs, eraseUser } from '../../../lib/identity/erase.ts'
import { readUser } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { UserQuery } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { respondToUserChange } from './respond-to-change.tsx'

const { q, offset } = UserQuery.entries

/** Erases the details of a user. */
export default page(
  {
    path: '/admin/users/:id/erase',
    summary: 'Erase the details of a user',
    role: 'admin',
    params: ById,
    timeoutMs: eraseTimeoutMs,
    form: v.object({ q, offset }),
  },
  async ({ params: { id }, form, ...input }) => {
    const { ctx, actor } = input
    const place = form.read()
    const { result, problem } = await attempt(() => eraseUser(ctx, actor, id))
    const user = result ?? (await readUser(ctx, id))
    const said = { message: 'Details erased.', done: 'erased' }
    return respondToUserChange(input, place, { user, problem, ...said })
  },
)
