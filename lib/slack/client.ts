import type { Logger, LogLevel, WebClient } from '@slack/web-api'
import type { Log } from '../app/log.ts'
import type { ChannelReader } from '../discovery/channel-reader.ts'
import { readProfile } from '../identity/profile.ts'
import { type Message, section, type View } from './blocks.ts'
import { isWrittenByPerson } from './message-text.ts'
import { SlackError } from './slack-error.ts'

/** A workspace and its Enterprise Grid. A field is undefined if Slack does not say, null if there is no Grid. */
export type Team = { teamId?: string | undefined; enterpriseId?: string | null | undefined }

export type SlackUser = Team & {
  id: string
  email: string | null
  isEmailConfirmed: boolean
  isBot: boolean
  /** false for guests, bots, deleted users and people from other workspaces */
  isFullMember: boolean
  displayName: string | null
  /** their language, such as de-DE, if it was asked for */
  locale?: string | undefined
}

/**
 * Where to send a message: a `response_url`, a channel, or the App Home of a user, which it replaces. If `user` is set,
 * only that user sees it.
 */
export type Destination =
  | { response_url: string; thread_ts?: string }
  | { home: string }
  | { channel: string; user?: string; thread_ts?: string }

/** What the service calls of the Slack Web API. A call throws SlackError if Slack refuses or cannot be reached. */
export type SlackClient = Omit<ChannelReader, 'identify'> & {
  /** Returns who the bot is, its workspace, and its permissions if Slack names them. */
  identify(): Promise<Team & { team: string; user: string; url: string; scopes?: string[] }>
  findUser(id: string): Promise<SlackUser>
  /** Returns the Slack id of the user with an email address. */
  findUserIdByEmail(email: string): Promise<string>
  post(to: Destination, message: Message): Promise<void>
  openView(triggerId: string, view: View): Promise<void>
}

/** Longer than Slack ever takes, because a call that times out may have been carried out. */
const timeoutMs = 30_000

/**
 * Creates a client of the Slack Web API. It never retries: callers know when that makes sense.
 *
 * @param token SERVICE_SLACK_BOT_TOKEN
 * @param apiUrl SERVICE_SLACK_API_URL
 * @param withLocale whether to ask for the languages of users
 */
export function createSlackClient(token: string, apiUrl: string, log: Log, withLocale = false): SlackClient {
  let opening: Promise<Sdk> | undefined
  const isOtherApi = new URL(apiUrl).host !== 'slack.com'

  /** Slack limits the rate of each method. A limited method is not called before this time (Unix ms). */
  const limitedUntil = new Map<string, number>()
  async function call<Result>(method: string, work: (web: WebClient) => Promise<Result>): Promise<Result> {
    const waitSeconds = ((limitedUntil.get(method) ?? 0) - Date.now()) / 1000
    if (waitSeconds > 0) throw new SlackError('ratelimited', waitSeconds)
    opening ??= openSdk(token, apiUrl, log)
    const { web, toSlackError } = await opening
    try {
      return await work(web)
    } catch (cause) {
      const error = toSlackError(cause)
      if (error.retryAfter) limitedUntil.set(method, Date.now() + error.retryAfter * 1000)
      throw error
    }
  }

  return {
    identify: () =>
      call('auth.test', async (web) => {
        const { team = '', user = '', url = 'https://slack.com/', ...rest } = await web.auth.test()
        const { scopes } = rest.response_metadata ?? {}
        const grid = { teamId: rest.team_id, enterpriseId: rest.enterprise_id ?? null }
        return { team, user, url, ...grid, ...(scopes && { scopes }) }
      }),
    findUser: (id) =>
      call('users.info', async (web) => {
        const { user } = await web.users.info({ user: id, ...(withLocale && { include_locale: true }) })
        const { profile } = user ?? {}
        const name = profile?.real_name || profile?.display_name || user?.real_name
        return {
          id,
          ...readProfile({ email: profile?.email, name }),
          isEmailConfirmed: user?.is_email_confirmed === true,
          isBot: user?.is_bot === true,
          isFullMember: isFullMember(user),
          teamId: user?.team_id,
          enterpriseId: user?.enterprise_user?.enterprise_id ?? null,
          locale: user?.locale,
        }
      }),
    findUserIdByEmail: (email) =>
      call('users.lookupByEmail', async (web) => {
        const { user } = await web.users.lookupByEmail({ email })
        if (!user?.id) throw new SlackError('users_not_found')
        return user.id
      }),
    async post(to, message) {
      if ('response_url' in to) {
        return call(to.response_url, () => respond(to, message, isOtherApi))
      }
      if ('home' in to) {
        const { text, blocks = [section(text)] } = message
        await call('views.publish', (web) => web.views.publish({ user_id: to.home, view: { type: 'home', blocks } }))
        return
      }
      const { user } = to
      await (user
        ? call('chat.postEphemeral', (web) => web.chat.postEphemeral({ ...to, user, ...content(message) }))
        : call('chat.postMessage', (web) => web.chat.postMessage({ ...to, ...content(message), unfurl_links: false })))
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
          const isWritten = !bot_id && isWrittenByPerson(subtype)
          return ts ? [{ ts, text: isWritten ? text : '', author: user }] : []
        })
        return { items, next: response_metadata?.next_cursor || undefined }
      }),
  }
}

type SlackProfile = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>

const isFullMember = (user: SlackProfile = {}) =>
  !user.deleted &&
  !user.is_bot &&
  !user.is_workflow_bot &&
  !user.is_restricted &&
  !user.is_ultra_restricted &&
  !user.is_stranger &&
  user.id !== 'USLACKBOT'

/** The page size that Slack recommends. */
const pageSize = 200

/** The fields of a message that a channel accepts; the others are for a response_url. */
const content = ({ text, blocks }: Message) => ({ text, ...(blocks && { blocks }) })

/**
 * Posts to the response_url of a request. Even in a signed request it has to be a URL of Slack: a leaked
 * signing secret must not let anyone send requests into the service's own network.
 */
async function respond(
  { response_url: url, ...thread }: Extract<Destination, { response_url: string }>,
  message: Message,
  isAnyHostAllowed: boolean,
) {
  if (!isAnyHostAllowed && !/^https:\/\/hooks\.slack(-gov)?\.com\//.test(url)) {
    throw new SlackError('response_url_refused')
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, ...thread }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.ok) return
  if (response.status === 429) {
    throw new SlackError('ratelimited', Number(response.headers.get('retry-after')) || undefined)
  }
  // Slack accepts five responses within half an hour. Retrying a refused one is useless.
  const isRefused = response.status < 500
  throw new SlackError(isRefused ? 'response_url_refused' : `http_${response.status}`)
}

type Sdk = { web: WebClient; toSlackError(error: unknown): SlackError }

/** Loads Slack's SDK, which a service without a bot does not need. */
async function openSdk(token: string, apiUrl: string, log: Log): Promise<Sdk> {
  const { LogLevel, WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebClient } = await import(
    '@slack/web-api'
  )
  const web = new WebClient(token, {
    slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    timeout: timeoutMs,
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
    const isTimeout = error instanceof Error && /abort|timed? ?out/i.test(`${error.name} ${error.message}`)
    return new SlackError(isTimeout ? 'timeout' : 'unreachable')
  }
  return { web, toSlackError }
}

/** Drops the SDK's log lines, because they contain what was sent. Only the fact of a warning is logged. */
function quietLogger(log: Log, level: LogLevel): Logger {
  const silent = () => {}
  return {
    debug: silent,
    info: silent,
    warn: () => log.warn('the Slack SDK logged a warning'),
    error: silent,
    setLevel: silent,
    getLevel: () => level,
    setName: silent,
  }
}
