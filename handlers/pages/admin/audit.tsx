import * as v from 'valibot'
import { type AuditFilter, listAuditEvents } from '../../../lib/admin/audit.ts'
import type { Db } from '../../../lib/context.ts'
import { addDays } from '../../../lib/days.ts'
import { valuesOf } from '../../../lib/http/in-one-language.ts'
import { findUsersByName } from '../../../lib/identity/users.ts'
import { AuditQuery, auditActions } from '../../../lib/schemas/audit.ts'
import type { ListRange } from '../../../lib/schemas/list.ts'
import { label, time } from '../../../lib/schemas/text.ts'
import type { User } from '../../../lib/schemas/user.ts'
import { ignoredIn, lenient } from '../../../lib/web/lenient-query.tsx'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Audit, AuditPage, auditUrl } from './audit-view.tsx'

const day = v.optional(time)

const { action, actor_id, target_id, offset } = AuditQuery.entries
const filters = lenient({ ...{ action, since: day, until: day }, term: v.optional(label(120)) })

/** The audit log, newest first. */
export default page(
  {
    path: '/admin/audit',
    summary: 'Audit log for admins',
    role: 'admin',
    query: v.object({
      ...filters,
      actor_id,
      target_id,
      offset,
      user: v.optional(label(200)),
      routine: v.optional(v.literal('true')),
    }),
  },
  async ({ ctx, query: { offset, user, routine, ...query }, request, isPartial, sendPage, sendPart }) => {
    const users = user ? await findUsersByName(ctx, user, { onlyActive: false }) : []
    const unclear = user && users.length !== 1 ? { name: user, users } : undefined
    const [found] = unclear ? [] : users
    const hidesRoutine = !routine && !query.action
    const filter = { ...query, hidesRoutine, actor_id: user ? found?.id : query.actor_id }
    const [events, actor] = await Promise.all([
      readListing(offset, (range) => (unclear ? none : readEvents(ctx, filter, range))),
      filter.actor_id ? ctx.db.one<User>('identity/find-user', { id: filter.actor_id }) : undefined,
    ])
    const ignored = ignoredIn(request.url, Object.keys(filters), query)
    const props = { actions: valuesOf(ctx.settings, auditActions), events, filter, actor, unclear, ignored }
    const url = auditUrl(filter, { offset, user: unclear?.name })
    return isPartial
      ? sendPart(<Audit {...props} isPart />, { 'hx-push-url': url })
      : sendPage('Audit log', <AuditPage {...props} />)
  },
)

const none = Promise.resolve({ items: [], total: 0 })

/** Reads events up to the end of the day that the filter names. */
async function readEvents(ctx: Db, { until, ...filter }: AuditFilter, range: ListRange) {
  const end = until && addDays(new Date(until), 1).toISOString()
  return listAuditEvents(ctx, { ...filter, until: end }, range)
}
