import type { Logger, LogLevel, WebClient } from '@slack/web-api'
import type { ChannelReader } from '../discovery/channel-reader.ts'
import type { Log } from '../log.ts'
import type { Message, View } from './blocks.ts'
import { SlackError } from './slack-error.ts'

/** A person as Slack knows them. */
export type SlackUser = {
  id: string
  email: string | null
  /** false where Slack says that the address may not be theirs */
  isEmailConfirmed: boolean
  displayName: string | null
}

/** Where an answer goes: a `response_url`, or a conversation, there to one person alone if `user` is set. */
export type Destination =
  | { response_url: string }
  | { channel: string; user?: string; thread_ts?: string }

/** What the service calls of the Slack Web API. A call throws SlackError if Slack refuses or cannot be reached. */
export type SlackClient = ChannelReader & {
  findUser(id: string): Promise<SlackUser>
  /** @returns the Slack id of who has an e-mail address */
  findUserIdByEmail(email: string): Promise<string>
  post(to: Destination, message: Message): Promise<void>
  openView(triggerId: string, view: View): Promise<void>
}

/** Longer than Slack ever takes: an answer that is given up on may have been carried out. */
const timeout = 30_000

/**
 * Speaks to the Slack Web API. It never tries again on its own: who calls knows when that makes sense.
 *
 * @param token SERVICE_SLACK_BOT_TOKEN
 * @param apiUrl SERVICE_SLACK_API_URL
 */
export function createSlackClient(token: string, apiUrl: string, log: Log): SlackClient {
  let opening: Promise<Sdk> | undefined
  const isOtherApi = new URL(apiUrl).host !== 'slack.com'

  /** Slack limits each method on its own: what it has asked to be left alone with is not asked again. */
  const quietUntil = new Map<string, number>()
  async function call<Result>(
    method: string,
    work: (web: WebClient) => Promise<Result>,
  ): Promise<Result> {
    const wait = ((quietUntil.get(method) ?? 0) - Date.now()) / 1000
    if (wait > 0) throw new SlackError('ratelimited', wait)
    opening ??= openSdk(token, apiUrl, log)
    const { web, toSlackError } = await opening
    try {
      return await work(web)
    } catch (cause) {
      const error = toSlackError(cause)
      if (error.retryAfter) quietUntil.set(method, Date.now() + error.retryAfter * 1000)
      throw error
    }
  }

  return {
    identify: () =>
      call('auth.test', async (web) => {
        const { team = '', user = '', url = 'https://slack.com/' } = await web.auth.test()
        return { team, user, url }
      }),
    findUser: (id) =>
      call('users.info', async (web) => {
        const { user } = await web.users.info({ user: id })
        const { profile } = user ?? {}
        const displayName = profile?.real_name || profile?.display_name || user?.real_name || null
        const isEmailConfirmed = user?.is_email_confirmed !== false
        return { id, email: profile?.email || null, isEmailConfirmed, displayName }
      }),
    findUserIdByEmail: (email) =>
      call('users.lookupByEmail', async (web) => {
        const { user } = await web.users.lookupByEmail({ email })
        if (!user?.id) throw new SlackError('users_not_found')
        return user.id
      }),
    async post(to, message) {
      if ('response_url' in to) {
        return call(to.response_url, () => respond(to.response_url, message, isOtherApi))
      }
      const { user } = to
      await (user
        ? call('chat.postEphemeral', (web) =>
            web.chat.postEphemeral({ ...to, user, ...content(message) }),
          )
        : call('chat.postMessage', (web) =>
            web.chat.postMessage({ ...to, ...content(message), unfurl_links: false }),
          ))
    },
    async openView(triggerId, view) {
      await call('views.open', (web) => web.views.open({ trigger_id: triggerId, view }))
    },
    listChannels: (cursor) =>
      call('conversations.list', async (web) => {
        const { channels = [], response_metadata } = await web.conversations.list({
          types: 'public_channel',
          exclude_archived: true,
          limit: pageSize,
          ...(cursor && { cursor }),
        })
        const items = channels.flatMap(({ id, name = '', is_member, is_archived }) =>
          id && !is_archived ? [{ id, name, isMember: is_member ?? false }] : [],
        )
        return { items, next: response_metadata?.next_cursor || undefined }
      }),
    async joinChannel(id) {
      await call('conversations.join', (web) => web.conversations.join({ channel: id }))
    },
    readHistory: ({ channel, oldest, latest, cursor }) =>
      call('conversations.history', async (web) => {
        const { messages = [], response_metadata } = await web.conversations.history({
          channel,
          oldest,
          limit: pageSize,
          ...(latest && { latest }),
          ...(cursor && { cursor }),
        })
        const items = messages.flatMap(({ ts, text = '', user = null, bot_id, subtype }) => {
          const isWritten = !bot_id && isSpoken(subtype)
          return ts ? [{ ts, text: isWritten ? text : '', author: user }] : []
        })
        return { items, next: response_metadata?.next_cursor || undefined }
      }),
  }
}

/** As many items as Slack recommends to ask for at once. */
const pageSize = 200

/** Whether a message is what somebody wrote, and not what Slack says about the channel. */
const isSpoken = (subtype: string | undefined) =>
  subtype === undefined || ['thread_broadcast', 'file_share', 'me_message'].includes(subtype)

/** What a conversation takes of a message; the rest is for a response_url alone. */
const content = ({ text, blocks }: Message) => ({ text, ...(blocks && { blocks }) })

/**
 * Answers through the address that came with a request. A request is signed, and yet its addresses have to
 * be Slack's: a leaked signing secret must not turn the service on its own network.
 */
async function respond(url: string, message: Message, isAnyHostAllowed: boolean) {
  if (!isAnyHostAllowed && !/^https:\/\/hooks\.slack(-gov)?\.com\//.test(url)) {
    throw new SlackError('response_url_refused')
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  await response.body?.cancel()
  if (response.ok) return
  if (response.status === 429) {
    throw new SlackError('ratelimited', Number(response.headers.get('retry-after')) || undefined)
  }
  // Slack takes five answers within half an hour; what it refuses once it refuses again.
  const isRefused = response.status < 500
  throw new SlackError(isRefused ? 'response_url_refused' : `http_${response.status}`)
}

type Sdk = { web: WebClient; toSlackError(error: unknown): SlackError }

/** Loads Slack's SDK, which a service without a bot never needs. */
async function openSdk(token: string, apiUrl: string, log: Log): Promise<Sdk> {
  const { LogLevel, WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebClient } =
    await import('@slack/web-api')
  const web = new WebClient(token, {
    slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    timeout,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: 20,
    logger: quietLogger(log, LogLevel.WARN),
  })
  function toSlackError(error: unknown): SlackError {
    if (error instanceof SlackError) return error
    if (error instanceof WebAPIPlatformError) return new SlackError(error.data.error)
    if (error instanceof WebAPIRateLimitedError) {
      return new SlackError('ratelimited', error.retryAfter)
    }
    if (error instanceof WebAPIHTTPError) return new SlackError(`http_${error.statusCode}`)
    const isTimeout =
      error instanceof Error && /abort|timed? ?out/i.test(`${error.name} ${error.message}`)
    return new SlackError(isTimeout ? 'timeout' : 'unreachable')
  }
  return { web, toSlackError }
}

/** The client's own lines hold what was sent: they are for nobody's log. Warnings are kept. */
function quietLogger(log: Log, level: LogLevel): Logger {
  const silent = () => {}
  return {
    debug: silent,
    info: silent,
    warn: () => log.warn('the Slack client has a warning'),
    error: silent,
    setLevel: silent,
    getLevel: () => level,
    setName: silent,
  }
}
