import { setTimeout as delay } from 'node:timers/promises'
import { readMessage } from '../discovery/message.ts'
import { type Channel, type ChannelMessage, type SlackClient, SlackError } from '../slack/client.ts'
import { type Job, type JobContext, JobError } from './job.ts'
import { suggestTerms } from './suggestions.ts'

type Run = JobContext & { slack: SlackClient }

type Counts = { channels: number; channels_done: number; messages: number; suggested: number }

/**
 * Looks for new acronyms in the public channels of Slack: reads what is new in each since its last scan,
 * adds up what it sees, and suggests what was seen SERVICE_DISCOVERY_MIN_OCCURRENCES times. Every page is
 * added up in the transaction that notes how far the scan has come, so that a run that is cut off anywhere
 * goes on from there, and nothing counts twice.
 */
export const discover: Job = async (context) => {
  const { slack } = context
  if (!slack) {
    throw new JobError(
      'Slack is not connected: set SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET.',
    )
  }
  const run: Run = { ...context, slack }
  const counts: Counts = { channels: 0, channels_done: 0, messages: 0, suggested: 0 }
  const { url } = await ask(run, () => slack.identify())
  const channels = await listChannels(run)
  counts.channels = channels.length
  for (const channel of channels) {
    await run.report(counts)
    await scan(run, channel, `${url}archives/${channel.id}/p`, counts)
    counts.channels_done++
  }
  counts.suggested = await suggestTerms(run)
  return counts
}

async function listChannels(run: Run): Promise<Channel[]> {
  const channels: Channel[] = []
  let cursor: string | undefined
  do {
    const { items, next } = await ask(run, () => run.slack.listChannels(cursor))
    channels.push(...items)
    cursor = next
  } while (cursor)
  return channels
}

/** Reads what is new in a channel; one that Slack does not let us read is left out. */
async function scan(run: Run, channel: Channel, permalink: string, counts: Counts) {
  try {
    if (!channel.isMember) await ask(run, () => run.slack.joinChannel(channel.id))
    await read(run, channel, permalink, counts)
  } catch (error) {
    const cause = error instanceof JobError ? error.cause : undefined
    if (!(cause instanceof SlackError && cause.isFinal)) throw error
    run.log.warn({ channel: channel.name, reason: cause.code }, 'a channel cannot be read')
  }
}

/** Reads from where the scan of the channel stands, newest first, a page at a time. */
async function read(run: Run, channel: Channel, permalink: string, counts: Counts) {
  const { oldest, latest } = await openScan(run, channel)
  let position = Number(latest)
  let cursor: string | undefined
  do {
    const range = { channel: channel.id, oldest, latest, cursor }
    const { items, next } = await ask(run, () => run.slack.readHistory(range))
    // Between the bounds whatever Slack says: nothing may count twice.
    const isNew = ({ ts }: ChannelMessage) => Number(ts) > Number(oldest) && Number(ts) < position
    const messages = items.filter(isNew)
    position = Number(messages.at(-1)?.ts ?? position)
    await record(run, channel, permalink, messages, position)
    counts.messages += messages.length
    await run.report(counts)
    cursor = next
  } while (cursor)
  await run.db.one('discovery/close-channel', { id: channel.id })
}

/** Slack's timestamp of an instant in seconds: text with six decimals. */
const toTs = (seconds: number) => seconds.toFixed(6)
const day = 24 * 60 * 60

async function openScan({ db, now, settings }: Run, { id, name }: Channel) {
  const seconds = now().getTime() / 1000
  const row = await db.one<{ read_up_to: string | null; scan_position: string }>(
    'discovery/open-channel',
    { id, name, now_ts: toTs(seconds) },
  )
  if (!row) throw new Error('discovery/open-channel gave no row')
  const lookback = toTs(seconds - settings.discoveryLookbackDays * day)
  return { oldest: row.read_up_to ?? lookback, latest: row.scan_position }
}

type Seen = {
  acronym: string
  sightings: number
  authors: string[]
  examples: string[]
  first_seen_at: string
  last_seen_at: string
}

/** Adds up a page of messages, and notes that the scan has come down to `position`. */
async function record(
  { db }: Run,
  { id }: Channel,
  permalink: string,
  messages: readonly ChannelMessage[],
  position: number,
) {
  const seen = [...tally(messages, permalink).values()]
  const expansions = tallyExpansions(messages)
  await db.begin(async (tx) => {
    if (seen.length > 0) await tx.one('discovery/record-sightings', { channel_id: id, seen })
    if (expansions.length > 0) await tx.one('discovery/record-expansions', { seen: expansions })
    await tx.one('discovery/advance-channel', { id, position: toTs(position) })
  })
}

function tally(messages: readonly ChannelMessage[], permalink: string) {
  const seen = new Map<string, Seen>()
  for (const { ts, text, author } of messages) {
    const at = new Date(Number(ts) * 1000).toISOString()
    for (const { acronym } of readMessage(text)) {
      const known = seen.get(acronym) ?? {
        acronym,
        sightings: 0,
        authors: [],
        examples: [],
        first_seen_at: at,
        last_seen_at: at,
      }
      known.sightings++
      if (author !== null && !known.authors.includes(author)) known.authors.push(author)
      if (known.examples.length < 3) known.examples.push(permalink + ts.replace('.', ''))
      if (at < known.first_seen_at) known.first_seen_at = at
      if (at > known.last_seen_at) known.last_seen_at = at
      seen.set(acronym, known)
    }
  }
  return seen
}

type SeenExpansion = { acronym: string; full_name: string; sightings: number }

function tallyExpansions(messages: readonly ChannelMessage[]): SeenExpansion[] {
  const seen = new Map<string, SeenExpansion>()
  for (const { text } of messages) {
    for (const { acronym, full_names } of readMessage(text)) {
      for (const full_name of full_names) {
        const key = JSON.stringify([acronym, full_name])
        const known = seen.get(key) ?? { acronym, full_name, sightings: 0 }
        known.sightings++
        seen.set(key, known)
      }
    }
  }
  return [...seen.values()]
}

/** Attempts at one call, and the first pause between them in milliseconds. */
const attempts = 5
const firstPause = 500

/**
 * Asks Slack as often as it takes: waits for as long as Slack wants to be left alone, and tries again what
 * may succeed later.
 *
 * @throws JobError with the SlackError as its cause; or once the service stops
 */
async function ask<Result>(
  { log, signal }: Pick<Run, 'log' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) throw stopped()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SlackError)) throw error
      const { code, retryAfter, isFinal } = error
      if (retryAfter) attempt = 0
      else if (isFinal || attempt === attempts) {
        throw new JobError(
          `Slack refused: ${code}. What was read is kept; the next run goes on from there.`,
          { cause: error },
        )
      }
      log.warn({ reason: code, retry_after: retryAfter }, 'discovery waits for Slack')
      const pause = retryAfter ? retryAfter * 1000 : firstPause * 2 ** (attempt - 1)
      await delay(pause, null, { signal }).catch(() => {
        throw stopped()
      })
    }
  }
}

const stopped = () =>
  new JobError('The server was stopped. What was read is kept; the next run goes on from there.')
