import type { Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import type { AuditAction, AuditEvent } from '../schemas/audit.ts'
import type { ListRange } from '../schemas/list.ts'

/** Absent fields match everything. */
export type AuditFilter = {
  action?: AuditAction | undefined
  actor_id?: string | undefined
  target_id?: string | undefined
  /** what the object was called at the time, in any case */
  term?: string | undefined
  /** leaves out what happens all the time: logins and votes */
  hidesRoutine?: boolean | undefined
  /** ISO 8601; events at this time are included */
  since?: string | undefined
  /** ISO 8601; events at this time are not included */
  until?: string | undefined
}

/** An audit event with the names of its actor, if known, and of the people in its payload by their IDs. */
export type AuditEntry = AuditEvent & { actor_name: string | null; people: Record<string, string> }

/**
 * Lists audit events, newest first.
 */
export async function listAuditEvents({ db }: Db, filter: AuditFilter, range: ListRange): Promise<Slice<AuditEntry>> {
  const params = {
    action: filter.action ?? null,
    actor_id: filter.actor_id ?? null,
    target_id: filter.target_id ?? null,
    term: filter.term ?? null,
    hides_routine: filter.hidesRoutine ?? false,
    since: filter.since ?? null,
    until: filter.until ?? null,
    limit: range.limit,
    offset: range.offset,
  }
  return db.slice<AuditEntry>('admin/list-audit-events', params)
}
