import type { JobRun, JobType } from '../../../lib/schemas/admin.ts'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'

/** Names and descriptions of the jobs, with the settings that each requires. */
export const jobs: Record<JobType, { name: string; purpose: string; needs: readonly string[] }> = {
  discovery: {
    name: 'Discovery',
    purpose: 'Reads public Slack channels and suggests acronyms that are not in the glossary.',
    needs: ['SERVICE_SLACK_BOT_TOKEN', 'SERVICE_SLACK_SIGNING_SECRET'],
  },
  staleness: {
    name: 'Staleness',
    purpose:
      'Marks terms that have not been confirmed for a long time, and asks their owners to review them.',
    needs: [],
  },
}

export const stateNames: Record<JobRun['status'], string> = {
  pending: 'Waiting',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
}

/** Describes the result of a run, or why it failed. */
export function outcomeOf({ job_type, status, progress, error }: JobRun): string {
  const done = Object.keys(progress).length > 0 ? countsOf[job_type](progress) : ''
  if (status === 'failed') return [error, done].filter(Boolean).join(' ')
  return done
}

type Progress = JobRun['progress']

const countsOf: Record<JobType, (progress: Progress) => string> = {
  discovery: (progress) => {
    const channels = `${formatNumber(numberOf(progress.channels_done))} of ${counted(numberOf(progress.channels), 'channel')} read`
    const messages = counted(numberOf(progress.messages), 'message')
    return `${channels}, ${messages}, ${counted(numberOf(progress.suggested), 'term')} suggested.`
  },
  staleness: (progress) =>
    `${counted(numberOf(progress.flagged), 'term')} marked, ${counted(numberOf(progress.notified), 'notification')}.`,
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Returns the progress of a run from 0 to 1; null if it is unknown. */
export function shareDone({ progress: { channels, channels_done } }: JobRun): number | null {
  const all = numberOf(channels)
  return all > 0 ? numberOf(channels_done) / all : null
}

/** Formats the duration of a run so far: "3 min 5 s". */
export function durationOf({ started_at, completed_at }: JobRun, now: Date): string {
  const begin = new Date(started_at ?? now).getTime()
  const end = completed_at ? new Date(completed_at).getTime() : now.getTime()
  const seconds = Math.floor((end - begin) / 1000)
  if (seconds < 1) return 'Less than a second'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
