import type { Context } from '../context.ts'
import type { ChannelReader } from '../discovery/channel-reader.ts'

/** Counters of what a run has done so far. */
type Progress = Record<string, number>

export type JobContext = Pick<Context, 'db' | 'settings' | 'log' | 'now'> & {
  /** null while the bot is off */
  slack: ChannelReader | null
  /** aborts when the service stops: the job then ends soon, and the next run resumes it */
  signal: AbortSignal
  /** Stores the progress of the run, for admins to see. */
  report(progress: Progress): Promise<void>
}

/** Runs a job and returns its final counters. Throws JobError with a reason for admins. */
export type Job = (run: JobContext) => Promise<Progress>

/** A job failed for a reason that admins can understand. */
export class JobError extends Error {}

export const resumeHint = 'The next run will resume from here.'

/** The error of a job that ends because the service stops. */
export const stopped = () => new JobError(`The server was stopped. ${resumeHint}`)
