import type { Database } from '../db/database.ts'
import type { Settings } from '../settings.ts'

/** What the MCP door gets: a database that refuses writes. */
export type McpContext = { db: Database; settings: Settings }
