import type { Context } from '../context.ts'

/** What the MCP door gets: a database that refuses writes. */
export type McpContext = Pick<Context, 'db' | 'settings'>
