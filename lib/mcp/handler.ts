import type { McpHandler } from '../context.ts'
import type { McpContext } from './context.ts'

/**
 * Creates the handler of POST /mcp. The MCP SDK is loaded with the first request, because loading it takes as long
 * as loading the rest of the service.
 */
export function createMcpHandler(ctx: McpContext): McpHandler {
  let loading: Promise<McpHandler> | undefined
  return async (headers, readBody) => {
    loading ??= loadHandler(ctx)
    const handle = await loading
    return handle(headers, readBody)
  }
}

async function loadHandler(ctx: McpContext): Promise<McpHandler> {
  const [{ handlePost }, { createMcpServer }] = await Promise.all([
    import('./http.ts'),
    import('./server.ts'),
  ])
  const server = await createMcpServer(ctx)
  return (headers, readBody) => handlePost(server, headers, readBody)
}
