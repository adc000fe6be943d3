import * as v from 'valibot'
import { readUserListing } from '../../../lib/pages/admin/user-listing.ts'
import { Users, UsersPage, usersUrl } from '../../../lib/pages/admin/users.tsx'
import { page, replaceUrl } from '../../../lib/pages/page.tsx'
import { UserQuery } from '../../../lib/schemas/user.ts'

const { q, offset } = UserQuery.entries

/** The users with their roles. */
export default page(
  {
    path: '/admin/users',
    summary: 'Users for admins',
    role: 'admin',
    query: v.object({ q, offset }),
  },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const users = await readUserListing(ctx, query)
    const props = { ...query, users, readerId: actor.id }
    if (!isPartial) return sendPage('Users', <UsersPage {...props} />)
    return sendPart(<Users {...props} isPart />, replaceUrl(request, usersUrl(query)))
  },
)
