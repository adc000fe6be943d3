import * as v from 'valibot'
import { UserQuery } from '../../../lib/schemas/user.ts'
import { page, replaceUrl } from '../../../lib/web/page.tsx'
import { readUserListing, Users, UsersPage, usersUrl } from './users-view.tsx'

const { q, offset } = UserQuery.entries

export default page(
  { path: '/admin/users', summary: 'Users for admins', role: 'admin', query: v.object({ q, offset }) },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const users = await readUserListing(ctx, query)
    const props = { ...query, users, readerId: actor.id }
    if (!isPartial) return sendPage('Users', <UsersPage {...props} />)
    return sendPart(<Users {...props} isPart />, replaceUrl(request, usersUrl(query)))
  },
)
