import { eraseTimeoutMs, eraseUser, findErasableNames } from '../../../lib/identity/erase.ts'
import { readUser } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { Erasure } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { ErasurePage } from './erasure-view.tsx'
import { usersUrl } from './users-view.tsx'

export default page(
  {
    path: '/admin/users/:id/erase',
    summary: 'Erase the details of a user',
    role: 'admin',
    params: ById,
    timeoutMs: eraseTimeoutMs,
    form: Erasure,
  },
  async ({ ctx, actor, params: { id }, form, sendPage, redirect }) => {
    const { problem } = await attempt(() => eraseUser(ctx, actor, id, form.read().names))
    if (!problem) return redirect(usersUrl({ offset: 0 }, { done: 'erased' }))
    const [user, names] = [await readUser(ctx, id), await findErasableNames(ctx, id)]
    return sendPage('Erase a user', <ErasurePage {...{ user, names, problem }} />, problem.status)
  },
)
