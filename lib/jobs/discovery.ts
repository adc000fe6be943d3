import * as v from 'valibot'
import type { Channel, ChannelReader } from '../discovery/channel-reader.ts'
import { countMentions } from '../discovery/count-mentions.ts'
import { type Reading, rankExpansions } from '../discovery/suggestion.ts'
import { fullName } from '../schemas/content.ts'
import { SlackError } from '../slack/slack-error.ts'
import { type Job, type JobContext, JobError } from './job.ts'
import { withRetries } from './slack-retries.ts'

type Counts = { channels: number; channels_done: number; messages: number; suggested: number }

type Run = Omit<JobContext, 'slack'> & {
  slack: ChannelReader
  /** the address of the workspace; ends with a slash */
  workspace: string
  counts: Counts
}

/**
 * Finds new acronyms in the public channels of Slack: reads the messages since each channel's last scan,
 * counts acronyms, and suggests those that occur SERVICE_DISCOVERY_MIN_OCCURRENCES times. One statement
 * stores both the counts of a page and the position of the scan, so that an interrupted run can resume and
 * nothing is counted twice.
 */
export const discover: Job = async (context) => {
  if (!context.slack) {
    throw new JobError('Slack is not connected: set SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET.')
  }
  const slack = withRetries(context.slack, context)
  const { url: workspace } = await slack.identify()
  const channels = await listChannels(slack)
  const counts: Counts = { channels: channels.length, channels_done: 0, messages: 0, suggested: 0 }
  const run: Run = { ...context, slack, workspace, counts }
  for (const channel of channels) {
    await run.report(counts)
    await scan(run, channel)
    counts.channels_done++
  }
  counts.suggested = await suggestTerms(run)
  return counts
}

async function listChannels(slack: ChannelReader): Promise<Channel[]> {
  const channels: Channel[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await slack.listChannels(cursor)
    channels.push(...items)
    cursor = next
  } while (cursor)
  return channels
}

/** Reads the new messages of a channel. Skips a channel that Slack does not let us read. */
async function scan(run: Run, channel: Channel) {
  try {
    if (!channel.isMember) await run.slack.joinChannel(channel.id)
    const hasResumed = await readMessages(run, channel)
    // The interrupted scan is complete; read what was written since it began.
    if (hasResumed) await readMessages(run, channel)
  } catch (error) {
    const cause = error instanceof JobError ? error.cause : undefined
    if (!(cause instanceof SlackError && cause.isFinal)) throw error
    run.log.warn({ channel: channel.name, reason: cause.code }, 'skipped a channel that cannot be read')
  }
}

/**
 * Reads a channel page by page, newest messages first, from the position of the current scan down to the
 * start of the previous one.
 *
 * @returns whether it resumed an interrupted scan
 */
async function readMessages(run: Run, { id, name }: Channel) {
  const { db, slack, counts } = run
  const { read_up_to, scan_position } = await openScan(run, { id, name })
  const oldest = read_up_to ?? lookbackStart(run)
  let position = scan_position
  let cursor: string | undefined
  do {
    const range = { channel: id, oldest, latest: scan_position ?? undefined, cursor }
    const { items, next } = await slack.readHistory(range)
    // Enforce the bounds here as well, so that nothing is counted twice.
    const messages = items.filter(({ ts }) => ts > oldest && (!position || ts < position))
    const [first, last] = [messages.at(0), messages.at(-1)]
    if (first && last) {
      const seen = countMentions(messages, `${run.workspace}archives/${id}/p`)
      const page = { channel_id: id, read_up_to, from: position, top: first.ts, to: last.ts }
      const isRecorded = await db.one('jobs/record-page', { ...page, ...seen })
      if (!isRecorded) throw new JobError('Another run is reading the same channels.')
      position = last.ts
      counts.messages += messages.length
      await run.report(counts)
    }
    cursor = next
  } while (cursor)
  await db.run('jobs/close-channel', { id, position })
  return scan_position !== null
}

/** The state of a channel's scan, in Slack timestamps: text of fixed width that sorts by time. */
type Scan = {
  /** older messages have been read; null before the end of the first scan */
  read_up_to: string | null
  /** the oldest message that an interrupted scan has read */
  scan_position: string | null
}

async function openScan({ db }: Run, channel: Pick<Channel, 'id' | 'name'>): Promise<Scan> {
  const row = await db.one<Scan>('jobs/open-channel', channel)
  if (!row) throw new Error('jobs/open-channel gave no row')
  return row
}

const daySeconds = 24 * 60 * 60

/** The Slack timestamp at which the first scan of a channel starts. */
function lookbackStart({ now, settings }: Run) {
  return (now().getTime() / 1000 - settings.discoveryLookbackDays * daySeconds).toFixed(6)
}

type FrequentAcronym = { acronym: string; expansions: Reading[] }

/**
 * Suggests the acronyms that occur often enough and are not in the glossary, and forgets the quotes of those that are.
 *
 * @returns the number of suggestions
 */
async function suggestTerms({ db, settings }: Pick<JobContext, 'db' | 'settings'>) {
  const acronyms = await db.many<FrequentAcronym>('jobs/frequent-acronyms', {
    min_occurrences: settings.discoveryMinOccurrences,
  })
  let suggested = 0
  for (const { acronym, expansions } of acronyms) {
    const [best] = rankExpansions(expansions.flatMap(toValid))
    const full_name = best?.full_name ?? null
    if (await db.one('jobs/suggest-term', { acronym, full_name })) suggested++
  }
  await db.run('jobs/forget-quotes', {})
  return suggested
}

/** Messages may contain characters that a full name cannot have, such as invisible ones. */
function toValid({ full_name, sightings }: Reading): Reading[] {
  const parsed = v.safeParse(fullName, full_name)
  return parsed.success ? [{ full_name: parsed.output, sightings }] : []
}
