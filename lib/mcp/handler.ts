import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { McpHandler } from '../context.ts'
import { sharedToken } from './access.ts'
import type { McpNeeds } from './context.ts'

/**
 * Creates the handler of POST /mcp. The MCP SDK is loaded with the first request, because loading it takes as long
 * as loading the rest of the service.
 */
export function createMcpHandler(ctx: McpNeeds): McpHandler {
  let loading: Promise<McpHandler> | undefined
  return async (request, exchange) => {
    loading ??= loadHandler(ctx)
    const handle = await loading
    return handle(request, exchange)
  }
}

async function loadHandler(ctx: McpNeeds): Promise<McpHandler> {
  const [{ handlePost }, { createMcpServer }] = await Promise.all([import('./http.ts'), import('./server.ts')])
  const server = await createMcpServer(ctx.settings)
  return async (request, { sender, language, check, readBody, reply }) => {
    const db = ctx.db.forSender(sender, check)
    const person = sender === sharedToken ? null : sender
    const respond = (message: JSONRPCRequest) => server.respond(message, { ...ctx, db, person, language })
    const { status, body } = await handlePost({ respond, info: server.info }, request, readBody)
    return reply(status, body)
  }
}
