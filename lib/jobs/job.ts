import type { Queries } from '../db/database.ts'
import type { Settings } from '../settings.ts'

/** Does a job's work in the transaction of its run; gives what it did, in numbers. */
export type Job = (ctx: { db: Queries; settings: Settings }) => Promise<Record<string, number>>

/** Why a job could not do its work, in words an admin understands. */
export class JobError extends Error {}
