import * as v from 'valibot'
import { listAuditEvents } from '../../../lib/admin/audit.ts'
import type { Context } from '../../../lib/context.ts'
import { findUsersByName } from '../../../lib/identity/users.ts'
import { Audit, AuditPage, auditUrl } from '../../../lib/pages/admin/audit.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { AuditQuery } from '../../../lib/schemas/audit.ts'
import { label, time } from '../../../lib/schemas/text.ts'
import type { User } from '../../../lib/schemas/user.ts'

const day = v.optional(time)

const { action, actor_id, target_id, offset } = AuditQuery.entries

/** The audit log, newest first. */
export default page(
  {
    path: '/admin/audit',
    summary: 'Audit log for admins',
    role: 'admin',
    query: v.object({
      action,
      actor_id,
      target_id,
      offset,
      user: v.optional(label(200)),
      since: day,
      until: day,
    }),
  },
  async ({ ctx, query: { offset, user, ...query }, isPartial, sendPage, sendPart }) => {
    const filter = { ...query, ...(user && { actor_id: await findActor(ctx, user) }) }
    const [events, actor] = await Promise.all([
      readListing(offset, (range) => listAuditEvents(ctx, filter, range)),
      filter.actor_id ? ctx.db.one<User>('users/find', { id: filter.actor_id }) : undefined,
    ])
    const props = { events, filter, actorName: actor?.display_name ?? actor?.email ?? null }
    return isPartial
      ? sendPart(<Audit {...props} isPart />, { 'hx-push-url': auditUrl(filter, { offset }) })
      : sendPage('Audit log', <AuditPage {...props} />)
  },
)

/** The ID of the user with a name or an email address; one that nobody has if there is no such user. */
async function findActor(ctx: Pick<Context, 'db'>, name: string): Promise<string> {
  const [id] = await findUsersByName(ctx, name, { onlyActive: false })
  return id ?? '00000000-0000-4000-8000-000000000000'
}
