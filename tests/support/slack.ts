import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { faultsOfErrors, faultsOfHome, faultsOfMessage, faultsOfView } from './block-kit.ts'
import type { Answer } from './test-service.ts'

export const botToken = 'xoxb-the-bot-token-of-the-tests'
export const signingSecret = 'the-signing-secret-of-the-tests'
/** The workspace that the bot belongs to. */
export const homeTeam = 'THOME'

/** A call of the Web API as it came: its form fields, the JSON among them parsed. */
export type Call = { method: string; args: Record<string, unknown> }
/** What was sent to a response_url. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of any shape
export type Response = { id: string; message: any }

/** What the server does with the next call of a method, instead of answering as usual. */
export type ResponseOverride =
  | { status: number; headers?: Record<string, string> }
  | { error: string }
  | { delay: number }

export type SlackMessage = { ts: string; text: string; user?: string } & Record<string, unknown>
export type SlackChannel = {
  id: string
  name: string
  isMember?: boolean
  isArchived?: boolean
  isPrivate?: boolean
  /** newest first, as Slack gives them */
  messages: SlackMessage[]
}

/** `profile` replaces or adds fields of `users.info`; `locale` is told only if it is asked for. */
export type SlackUser = { email?: string; isEmailConfirmed?: boolean; name: string; locale?: string; profile?: object }

/** A server that behaves as the Slack Web API does, as far as the glossary uses it. */
export type FakeSlack = {
  /** for SERVICE_SLACK_API_URL */
  apiUrl: string
  calls: Call[]
  responses: Response[]
  /** the methods that were asked for, in order and before anything came of it */
  asked: string[]
  /** by id; what `users.info` tells of them */
  users: Map<string, SlackUser>
  channels: SlackChannel[]
  /** the Enterprise Grid of the workspace, if there is one */
  enterprise?: string
  /** what was wrong with messages and forms that it refused */
  faults: string[]
  /** milliseconds that every answer takes */
  latency: number
  /** what happens to the next calls of a method, in turn; 'response_url' is one, too */
  overrides: Map<string, ResponseOverride[]>
  /** an address for answers, as commands and buttons bear it */
  responseUrl(id: string): string
  callsOf(method: string): Call[]
  /** the calls that post or open something */
  posts(): Call[]
  close(): Promise<void>
}

export async function startSlack(): Promise<FakeSlack> {
  const server = createServer((request, response) => {
    answer(slack, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const slack: FakeSlack = {
    apiUrl: `${origin}/api/`,
    calls: [],
    responses: [],
    asked: [],
    users: new Map(),
    channels: [],
    faults: [],
    latency: 0,
    overrides: new Map(),
    responseUrl: (id) => `${origin}/response/${id}`,
    callsOf: (method) => slack.calls.filter((call) => call.method === method),
    posts: () => slack.calls.filter(({ method }) => /^(chat|views)\./.test(method)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return slack
}

async function answer(slack: FakeSlack, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const path = new URL(request.url ?? '', 'http://slack').pathname
  const method = path.startsWith('/response/') ? 'response_url' : path.replace('/api/', '')

  slack.asked.push(method)
  if (slack.latency > 0) await delay(slack.latency)
  const override = slack.overrides.get(method)?.shift()
  if (override && 'delay' in override) await delay(override.delay)
  if (override && 'status' in override) {
    response.writeHead(override.status, override.headers).end()
    return
  }
  if (override && 'error' in override) return send(response, { ok: false, error: override.error })

  if (method === 'response_url') {
    const message = JSON.parse(body)
    if (refuses(slack, faultsOfMessage(message))) {
      response.writeHead(400).end('invalid_blocks')
      return
    }
    slack.responses.push({ id: path.slice('/response/'.length), message })
    return send(response, { ok: true })
  }
  if (request.headers.authorization !== `Bearer ${botToken}`) {
    return send(response, { ok: false, error: 'invalid_auth' })
  }
  const args = readArgs(body)
  if (refuses(slack, faultsOf(method, args))) {
    return send(response, { ok: false, error: 'invalid_blocks' })
  }
  slack.calls.push({ method, args })
  send(response, reply(slack, method, args))
}

const send = (response: ServerResponse, body: object) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function refuses(slack: FakeSlack, faults: string[]) {
  slack.faults.push(...faults)
  return faults.length > 0
}

function faultsOf(method: string, args: Record<string, unknown>): string[] {
  if (method.startsWith('chat.post')) return faultsOfMessage(args)
  if (method === 'views.publish') return faultsOfHome(args.view)
  return method === 'views.open' ? faultsOfView(args.view) : []
}

const readArgs = (body: string) =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      ['blocks', 'view'].includes(name) ? JSON.parse(value) : value,
    ]),
  )

function reply(slack: FakeSlack, method: string, args: Record<string, unknown>): object {
  const refuse = (error: string) => ({ ok: false, error })
  switch (method) {
    case 'auth.test':
      return {
        ok: true,
        team: 'The tests',
        team_id: homeTeam,
        user: 'glossary',
        ...(slack.enterprise && { enterprise_id: slack.enterprise }),
        url: 'https://the-tests.slack.com/',
      }
    case 'users.info': {
      const user = slack.users.get(String(args.user))
      if (!user) return refuse('user_not_found')
      const locale = args.include_locale && user.locale ? { locale: user.locale } : {}
      return { ok: true, user: { ...asUser(String(args.user), user), ...locale } }
    }
    case 'users.lookupByEmail': {
      const found = [...slack.users].find(([, { email }]) => email === args.email)
      return found ? { ok: true, user: asUser(...found) } : refuse('users_not_found')
    }
    case 'chat.postMessage':
    case 'chat.postEphemeral':
      return { ok: true, channel: args.channel, ts: '1.1', message_ts: '1.1' }
    case 'chat.getPermalink':
      return { ok: true, permalink: `https://the-tests.slack.com/archives/${args.channel}/p${args.message_ts}` }
    case 'views.publish':
      return { ok: true, view: { id: 'V2' } }
    case 'views.open':
      return args.trigger_id ? { ok: true, view: { id: 'V1' } } : refuse('invalid_trigger_id')
    case 'conversations.list':
      return channelPage(slack, args)
    case 'conversations.join':
      return join(slack, args)
    case 'conversations.history':
      return historyPage(slack, args)
    default:
      return refuse('unknown_method')
  }
}

const asUser = (id: string, { email, isEmailConfirmed = true, name, profile }: SlackUser) => ({
  id,
  team_id: homeTeam,
  name: name.toLowerCase(),
  is_email_confirmed: isEmailConfirmed,
  profile: { real_name: name, ...(email && { email }) },
  ...profile,
})

/** A page of a list, with a cursor to the next one as Slack gives it. */
function page<Item>(items: Item[], args: Record<string, unknown>, most: number) {
  const start = Number(args.cursor || 0)
  const limit = Math.min(Number(args.limit || most), most)
  const next = start + limit < items.length ? String(start + limit) : ''
  return { items: items.slice(start, start + limit), response_metadata: { next_cursor: next } }
}

function channelPage({ channels }: FakeSlack, args: Record<string, unknown>) {
  const types = String(args.types ?? 'public_channel').split(',')
  const listed = channels.filter(
    ({ isArchived, isPrivate }) =>
      types.includes(isPrivate ? 'private_channel' : 'public_channel') &&
      !(args.exclude_archived === 'true' && isArchived),
  )
  const { items, response_metadata } = page(listed, args, 200)
  const asChannel = ({ id, name, isMember, isArchived, isPrivate }: SlackChannel) => ({
    id,
    name,
    is_channel: true,
    is_private: isPrivate ?? false,
    is_member: isMember ?? false,
    is_archived: isArchived ?? false,
  })
  return { ok: true, channels: items.map(asChannel), response_metadata }
}

function join({ channels }: FakeSlack, args: Record<string, unknown>) {
  const channel = channels.find(({ id }) => id === args.channel)
  if (!channel) return { ok: false, error: 'channel_not_found' }
  if (channel.isArchived) return { ok: false, error: 'is_archived' }
  channel.isMember = true
  return { ok: true, channel: { id: channel.id } }
}

/** `oldest` and `latest` leave out what is exactly theirs, unless `inclusive` is set. */
function historyPage({ channels }: FakeSlack, args: Record<string, unknown>) {
  const channel = channels.find(({ id }) => id === args.channel)
  if (!channel) return { ok: false, error: 'channel_not_found' }
  if (!channel.isMember) return { ok: false, error: 'not_in_channel' }
  const oldest = Number(args.oldest || 0)
  const latest = Number(args.latest || Number.MAX_SAFE_INTEGER)
  const isWanted = ({ ts }: SlackMessage) =>
    args.inclusive === 'true'
      ? Number(ts) >= oldest && Number(ts) <= latest
      : Number(ts) > oldest && Number(ts) < latest
  const { items, response_metadata } = page(channel.messages.filter(isWanted), args, 999)
  return { ok: true, messages: items, has_more: response_metadata.next_cursor !== '', response_metadata }
}

/** What Slack would say against an answer to one of its requests. */
export function faultsOfAnswer(body: Answer['body']): string[] {
  if (body?.response_action === 'errors') return faultsOfErrors(body.errors)
  if (body?.response_action) return faultsOfView(body.view)
  return body?.text === undefined ? [] : faultsOfMessage(body)
}

/** The headers that Slack signs a request with. */
export function sign(body: string, { secret = signingSecret, at = new Date() } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` }
}
