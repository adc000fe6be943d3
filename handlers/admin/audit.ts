import * as v from 'valibot'
import { toPage } from '../../lib/db/page.ts'
import { endpoint } from '../../lib/endpoint.ts'
import { AuditEvent, AuditQuery } from '../../lib/schemas/admin.ts'

/** Lists audit events, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/audit',
    summary: 'List audit events',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: AuditQuery,
    answers: { 200: v.array(AuditEvent) },
  },
  async ({ ctx, query, reply }) => {
    const rows = await ctx.db.many<AuditEvent & { total: number }>('audit/list', {
      ...query,
      action: query.action ?? null,
      actor_id: query.actor_id ?? null,
      target_id: query.target_id ?? null,
    })
    const { items, total } = toPage(rows)
    return reply(200, items, { 'x-total-count': String(total) })
  },
)
