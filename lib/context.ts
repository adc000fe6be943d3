import type { Background } from './app/background.ts'
import type { Limits } from './app/limits.ts'
import type { Log } from './app/log.ts'
import type { Settings } from './app/settings.ts'
import type { Database } from './db/database.ts'
import type { Readiness } from './db/readiness.ts'
import type { ChannelReader } from './discovery/channel-reader.ts'
import type { Documents } from './export/documents.ts'
import type { CredentialCache } from './identity/credential-cache.ts'
import type { LoginProvider } from './identity/login-provider.ts'
import type { LoginMethod } from './identity/login-state.ts'
import type { LookupCounts } from './lookup/lookup-counts.ts'
import type { KnownNames } from './lookup/names-in-memory.ts'
import type { Metrics } from './metrics/prometheus.ts'

/** What a handler needs: the collaborators of one service. Several contexts can exist in one process. */
export type Context = {
  settings: Settings
  db: Database
  log: Log
  background: Background
  limits: Limits
  credentials: CredentialCache
  /** where people log in, whether it is set up or not */
  providers: Record<LoginMethod, LoginProvider>
  names: KnownNames
  documents: Documents
  lookups: LookupCounts
  mcp: McpHandler
  /** null while neither SERVICE_METRICS_TOKEN nor SERVICE_METRICS_PORT is set */
  metrics: Metrics | null
  /** lets agents log in; null while SERVICE_MCP_OAUTH is false */
  oauth: AuthorizationServer | null
  /** null while the bot is off */
  slack: SlackBot | null
  /** whether the service can do its work now */
  readiness: Readiness
  /** aborted when the process has been told to stop */
  stopping: AbortSignal
  /** The clock, which tests replace. */
  now: () => Date
  /** The `Response` class of the runtime, or a faster one with the same interface. */
  Response: typeof Response
  /** Returns the OpenAPI document of this service as JSON. */
  apiDocument: () => string
}

/** What most operations need: the database. */
export type Db = Pick<Context, 'db'>

/** What an endpoint does for whoever responds to its request. */
type Exchange = {
  /**
   * Returns the body as text, within our limits. Called only if the headers may belong to a request that is accepted.
   */
  readBody(): Promise<string>
  /** Creates the response, with our headers. @param body null is an empty one */
  reply(status: number, body: object | null): Response
}

/**
 * Responds to one POST to /mcp of a caller who has been authorized.
 *
 * @param exchange `sender`: whose share of the database connections the request uses; `language`: what the person has
 *   chosen to read; `check` is called before each statement: if it throws, the statement is not sent
 */
export type McpHandler = (
  request: Request,
  exchange: Exchange & { sender: string; language: string | null; check(): void },
) => Promise<Response>

/** Who asks a person for access. */
export type ConsentRequest = {
  clientId: string
  /** what the agent calls itself */
  name: string
  /**
   * where the answer goes: to a program or an app on the person's computer, or to a server; the host of an app is its
   * scheme
   */
  destination: { kind: 'loopback' | 'app' | 'server'; host: string }
}

/**
 * Lets agents log in with OAuth (contract, section 17). Its requests have only what it needs (lib/oauth/requests.ts).
 */
export type AuthorizationServer = {
  /**
   * Responds to an agent, or to the browser of a person.
   *
   * @param from `client`: the IP address, if it is known; `userId`: who is logged in in the browser, if anyone is
   * @throws Problem with status 503, `too_many_requests`, or another error if it is our fault
   */
  respond(request: Request, from: { client: string | null; userId?: string | null }): Promise<Response>
  /**
   * Returns the request for access that a browser has begun.
   *
   * @throws Problem `agent_request_not_found` if it has expired, or another browser has begun it
   */
  readRequest(request: Request, uid: string): Promise<ConsentRequest>
  /**
   * Stores the answer of a person. A second answer changes nothing.
   *
   * @throws Problem `agent_request_not_found` or `inactive_user`
   */
  answer(request: Request, uid: string, answer: { userId: string; isAllowed: boolean }): Promise<void>
}

export type SlackBot = {
  channels: ChannelReader
  /**
   * Responds to one request from Slack within two and a half seconds.
   *
   * @param exchange `runFor` counts the request for a user of Slack, and runs its work in turn
   * @throws Problem `bad_signature`, `malformed_request`, `too_many_requests` or one with status 503
   */
  respond(
    request: Request,
    exchange: Exchange & { runFor<Result>(slackId: string, work: () => Promise<Result>): Promise<Result> },
  ): Promise<Response>
  /** Handles the deliveries that are due. Returns their number. */
  handleDue(): Promise<number>
  /** Sends the messages that are due. Returns their number. */
  sendDue(): Promise<number>
  /** Starts to handle and send what is due. Returns a function that stops it. */
  start(): () => Promise<void>
}
