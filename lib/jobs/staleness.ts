import type { Job } from './job.ts'

/** Flags the terms that nobody has confirmed for SERVICE_STALE_THRESHOLD_DAYS. */
export const flagStaleTerms: Job = async ({ db, settings }) => {
  const row = await db.one<{ flagged: number }>('terms/flag-stale', {
    days: settings.staleThresholdDays,
  })
  return { flagged: row?.flagged ?? 0 }
}
