import * as v from 'valibot'
import { listAuditEvents } from '../../../lib/admin/audit.ts'
import { Audit, AuditPage, auditUrl } from '../../../lib/pages/admin/audit.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { AuditQuery } from '../../../lib/schemas/audit.ts'
import type { User } from '../../../lib/schemas/user.ts'

const { action, actor_id, target_id, offset } = AuditQuery.entries

/** The audit log, newest first. */
export default page(
  {
    path: '/admin/audit',
    summary: 'Audit log for admins',
    role: 'admin',
    query: v.object({ action, actor_id, target_id, offset }),
  },
  async ({ ctx, query: { offset, ...filter }, isPartial, sendPage, sendPart }) => {
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
