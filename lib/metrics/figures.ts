import type { Queries } from '../db/database.ts'
import type { JobType } from '../schemas/admin.ts'
import type { Status } from '../schemas/term.ts'

type TermCount = { status: Status; total: number }
type JobFigures = {
  job_type: JobType
  completed: number
  failed: number
  last_success: number | null
}
type Outbox = { backlog: number; oldest_seconds: number }

/** What all processes together have in the database. */
export type Figures = { terms: TermCount[]; jobs: JobFigures[]; outbox: Outbox }

/**
 * Reads the figures that are the same in every process, because they come from the database.
 *
 * @throws Problem with status 503
 */
export async function readFigures(db: Queries): Promise<Figures> {
  const [terms, jobs, outbox] = await Promise.all([
    db.many<TermCount>('metrics/count-terms'),
    db.many<JobFigures>('metrics/count-jobs'),
    db.one<Outbox>('metrics/count-outbox'),
  ])
  return { terms, jobs, outbox: outbox ?? { backlog: 0, oldest_seconds: 0 } }
}
