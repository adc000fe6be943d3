import { eraseTimeoutMs, findErasableNames } from '../../../lib/identity/erase.ts'
import { readUser } from '../../../lib/identity/users.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { ErasurePage } from './erasure-view.tsx'

export default page(
  {
    path: '/admin/users/:id/erase',
    summary: 'What erasing a user replaces',
    role: 'admin',
    params: ById,
    timeoutMs: eraseTimeoutMs,
  },
  async ({ ctx, params: { id }, sendPage }) => {
    const user = await readUser(ctx, id)
    return sendPage('Erase a user', <ErasurePage user={user} names={await findErasableNames(ctx, id)} />)
  },
)
