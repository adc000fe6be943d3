import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { KnownNames } from '../lookup/known-names.ts'
import type { Settings } from '../settings.ts'

/** What MCP requests can use. The connections of this database are read-only. */
export type McpContext = { db: Database; settings: Settings; log: Log; names: KnownNames }
