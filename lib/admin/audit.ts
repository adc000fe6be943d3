import type { Context } from '../context.ts'
import { type Page, toPage } from '../db/page.ts'
import type { AuditAction, AuditEvent } from '../schemas/audit.ts'

/** Absent fields match everything. */
export type AuditFilter = { action?: AuditAction; actor_id?: string; target_id?: string }

/** An audit event with the name of its actor, if known. */
export type AuditEntry = AuditEvent & { actor_name: string | null }

/**
 * Lists audit events, newest first.
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
