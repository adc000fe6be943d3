import type { Job } from './job.ts'

/**
 * Flags terms that were not confirmed for SERVICE_STALE_THRESHOLD_DAYS and stores one message for each of
 * their owners. Terms without an active owner are reported to the editors.
 */
export const flagStaleTerms: Job = async ({ db, settings }) => {
  const row = await db.one<{ flagged: number; notified: number }>('terms/flag-stale', {
    days: settings.staleThresholdDays,
  })
  return { flagged: row?.flagged ?? 0, notified: row?.notified ?? 0 }
}
