import { beforeAllIds } from '../schemas/text.ts'
import { type Job, stopped } from './job.ts'

/** How many terms one statement looks at: few enough for PostgreSQL's statement timeout. */
const batchSize = 5000
/** An owner who does not answer is reminded after this time, and once more after twice as long. */
const reminderDays = 14

type Batch = { last_id: string | null; flagged: number }

/**
 * Flags terms that were not confirmed for SERVICE_STALE_THRESHOLD_DAYS and stores one message for each of their owners,
 * also for those who have not answered for 14 and 28 days. Terms without an active owner are reported to the editors.
 * Each batch is one transaction, which also notes whom to tell: after an interruption, the next run tells everybody
 * once.
 *
 * @throws JobError if the service stops
 */
export const flagStaleTerms: Job = async ({ db, settings, signal, report }) => {
  const progress = { flagged: 0, notified: 0 }
  const params = {
    days: settings.staleThresholdDays,
    reminder_days: reminderDays,
    size: batchSize,
    after: beforeAllIds,
  }
  for (;;) {
    if (signal.aborted) throw stopped()
    const batch = await db.one<Batch>('jobs/flag-stale-terms', params)
    if (!batch?.last_id) break
    params.after = batch.last_id
    progress.flagged += batch.flagged
    if (batch.flagged > 0) await report(progress)
  }
  const row = await db.one<{ notified: number }>('jobs/report-stale-terms')
  return { ...progress, notified: row?.notified ?? 0 }
}
