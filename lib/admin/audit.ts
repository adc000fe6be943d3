import type { Context } from '../context.ts'
import { type Page, toPage } from '../db/page.ts'
import type { AuditAction, AuditEvent } from '../schemas/admin.ts'

/** What to look for; what is absent matches everything. */
export type AuditFilter = { action?: AuditAction; actor_id?: string; target_id?: string }

/** An event, and who brought it about, as far as that is known. */
export type AuditEntry = AuditEvent & { actor_name: string | null }

/**
 * A page of the audit log, newest first.
 *
 * @param range `limit` events at most, after `offset` others
 */
export async function listAuditEvents(
  { db }: Pick<Context, 'db'>,
  filter: AuditFilter,
  range: { limit: number; offset: number },
): Promise<Page<AuditEntry>> {
  const params = {
    action: filter.action ?? null,
    actor_id: filter.actor_id ?? null,
    target_id: filter.target_id ?? null,
    limit: range.limit,
    offset: range.offset,
  }
  return toPage(await db.many<AuditEntry & { total: number }>('audit/list', params))
}
