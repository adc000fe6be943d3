import type { Background } from './background.ts'
import type { Database } from './db/database.ts'
import type { CredentialCache } from './identity/credential-cache.ts'
import type { Log } from './log.ts'
import type { McpHandler } from './mcp/handler.ts'
import type { Settings } from './settings.ts'
import type { SlackBot } from './slack/bot.ts'

/** What a handler gets: the collaborators of one service. Several contexts can live in one process. */
export type Context = {
  settings: Settings
  db: Database
  log: Log
  background: Background
  /** The credentials that were verified lately. */
  credentials: CredentialCache
  /** Answers agents; it sees the database through connections that refuse writes. */
  mcp: McpHandler
  /** Answers people in Slack; null while it is not connected. */
  slack: SlackBot | null
  /** The clock that sessions are measured by. */
  now: () => Date
  /** The web platform's Response, or one that is quicker on the runtime at hand. */
  Response: typeof Response
  /** The OpenAPI document of this service, as JSON. */
  apiDocument: () => string
}
