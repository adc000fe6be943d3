import type { Channel, ChannelReader } from '../discovery/channel-reader.ts'
import { countMentions } from '../discovery/count-mentions.ts'
import { SlackError } from '../slack/slack-error.ts'
import { type Job, type JobContext, JobError } from './job.ts'
import { withRetries } from './slack-retries.ts'
import { suggestTerms } from './suggestions.ts'

type Counts = { channels: number; channels_done: number; messages: number; suggested: number }

type Run = Omit<JobContext, 'slack'> & {
  slack: ChannelReader
  /** the address of the workspace; ends with a slash */
  workspace: string
  counts: Counts
}

/**
 * Looks for new acronyms in the public channels of Slack: reads what is new in each since its last scan,
 * adds up what it sees, and suggests what was seen SERVICE_DISCOVERY_MIN_OCCURRENCES times. A page is added
 * up by the statement that notes how far the scan has come, so that a run that is cut off anywhere goes on
 * from there, and nothing counts twice.
 */
export const discover: Job = async (context) => {
  if (!context.slack) {
    throw new JobError(
      'Slack is not connected: set SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET.',
    )
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

/** Reads what is new in a channel; one that Slack does not let us read is left out. */
async function scan(run: Run, channel: Channel) {
  try {
    if (!channel.isMember) await run.slack.joinChannel(channel.id)
    const wasCutOff = await read(run, channel)
    // What an earlier run had left is done; now for what has been written since that began.
    if (wasCutOff) await read(run, channel)
  } catch (error) {
    const cause = error instanceof JobError ? error.cause : undefined
    if (!(cause instanceof SlackError && cause.isFinal)) throw error
    run.log.warn({ channel: channel.name, reason: cause.code }, 'a channel cannot be read')
  }
}

/**
 * Reads from where the scan of the channel stands down to where the last one began, newest first, a page
 * at a time.
 *
 * @returns whether it went on with a scan that was cut off
 */
async function read(run: Run, { id, name }: Channel) {
  const { db, slack, counts } = run
  const { read_up_to, scan_position } = await openScan(run, { id, name })
  const oldest = read_up_to ?? lookback(run)
  let position = scan_position
  let cursor: string | undefined
  do {
    const range = { channel: id, oldest, latest: scan_position ?? undefined, cursor }
    const { items, next } = await slack.readHistory(range)
    // Between the bounds whatever Slack says: nothing may count twice.
    const messages = items.filter(({ ts }) => ts > oldest && (!position || ts < position))
    const [first, last] = [messages.at(0), messages.at(-1)]
    if (first && last) {
      const seen = countMentions(messages, `${run.workspace}archives/${id}/p`)
      const page = { channel_id: id, read_up_to, from: position, top: first.ts, to: last.ts }
      const isOurs = await db.one('discovery/record-page', { ...page, ...seen })
      if (!isOurs) throw new JobError('Another run reads the same channels.')
      position = last.ts
      counts.messages += messages.length
      await run.report(counts)
    }
    cursor = next
  } while (cursor)
  await db.run('discovery/close-channel', { id, position })
  return scan_position !== null
}

/** Where the scan of a channel stands, as timestamps of Slack: text of fixed width, which sorts as they do. */
type Scan = {
  /** what is older has been read; null before the end of the first scan */
  read_up_to: string | null
  /** the oldest message that a scan that was cut off has come down to */
  scan_position: string | null
}

async function openScan({ db }: Run, channel: Pick<Channel, 'id' | 'name'>): Promise<Scan> {
  const row = await db.one<Scan>('discovery/open-channel', channel)
  if (!row) throw new Error('discovery/open-channel gave no row')
  return row
}

const day = 24 * 60 * 60

/** The timestamp in Slack that the first scan of a channel reaches back to. */
function lookback({ now, settings }: Run) {
  return (now().getTime() / 1000 - settings.discoveryLookbackDays * day).toFixed(6)
}
