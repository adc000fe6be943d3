import * as v from 'valibot'
import { listAuditEvents } from '../../lib/admin/audit.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { AuditEvent, AuditQuery } from '../../lib/schemas/audit.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/audit',
    operationId: 'listAuditEvents',
    summary: 'List audit events',
    description: 'The newest first.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: AuditQuery,
    responses: { 200: v.array(AuditEvent) },
  },
  async ({ ctx, query, replyList }) => replyList(await listAuditEvents(ctx, query, query)),
)
