import * as v from 'valibot'
import { eraseTimeoutMs, eraseUser, findErasableNames } from '../../../lib/identity/erase.ts'
import { readUser } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { Erasure } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { ErasurePage } from './erasure-view.tsx'
import { usersUrl } from './users-view.tsx'

/** The names to erase, or those to look for, one a line. */
const Sent = v.object({
  ...Erasure.entries,
  typed: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(10_000, 'must be at most 10,000 characters long'),
      v.transform((text) => text.split('\n').filter((line) => line.trim() !== '')),
      v.maxLength(20, 'must have at most 20 names'),
    ),
    '',
  ),
})

export default page(
  {
    path: '/admin/users/:id/erase',
    summary: 'Erase the details of a user',
    role: 'admin',
    params: ById,
    timeoutMs: eraseTimeoutMs,
    form: Sent,
  },
  async ({ ctx, actor, params: { id }, form, sendPage, redirect }) => {
    const typed = form.typed.get('typed')
    if (typed !== null) {
      const { result: names = [], problem } = await attempt(() => findErasableNames(ctx, id, form.read().typed))
      const page = <ErasurePage {...{ user: await readUser(ctx, id), names, typed, problem }} />
      return sendPage('Erase a user', page, problem?.status)
    }
    const { problem } = await attempt(() => eraseUser(ctx, actor, id, form.read().names))
    if (!problem) return redirect(usersUrl({ offset: 0 }, { done: 'erased' }))
    const [user, names] = [await readUser(ctx, id), await findErasableNames(ctx, id)]
    return sendPage('Erase a user', <ErasurePage {...{ user, names, problem }} />, problem.status)
  },
)
