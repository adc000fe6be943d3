import type { Log } from '../app/log.ts'
import type { Settings } from '../app/settings.ts'
import type { Database } from '../db/database.ts'
import type { LookupCounts } from '../lookup/lookup-counts.ts'
import type { KnownNames } from '../lookup/names-in-memory.ts'

/** What the MCP endpoint can use. The connections of this database are read-only. */
export type McpNeeds = {
  db: Database
  settings: Pick<Settings, 'appUrl' | 'wanted' | 'language' | 'languages'>
  log: Log
  names: KnownNames
  lookups: Pick<LookupCounts, 'count' | 'countExplained'>
}

/**
 * What an MCP request can use; `person` is the ID of the caller, null for the shared token, which is nobody; `language`
 * is what they have chosen to read.
 */
export type McpContext = McpNeeds & { person: string | null; language: string | null }
