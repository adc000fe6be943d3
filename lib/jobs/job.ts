import type { Context } from '../context.ts'
import type { ChannelReader } from '../discovery/channel-reader.ts'

/** What a run has done so far, in numbers. */
export type Progress = Record<string, number>

/** What a job gets to work with. */
export type JobContext = Pick<Context, 'db' | 'settings' | 'log' | 'now'> & {
  /** null while the bot is off */
  slack: ChannelReader | null
  /** aborts when the service stops: then a job ends soon, at a point it can go on from */
  signal: AbortSignal
  /** Writes down how far the run has come, for admins to see. */
  report(progress: Progress): Promise<void>
}

/** Does a job's work; gives what it did in the end. Throws JobError where it cannot. */
export type Job = (run: JobContext) => Promise<Progress>

/** Why a job could not do its work, in words an admin understands. */
export class JobError extends Error {}
