import type { McpHandler } from '../context.ts'
import type { McpContext } from './context.ts'

/** Creates the handler of /mcp. The first request loads the SDK, which takes as long as the rest of the service. */
export function createMcpHandler(ctx: McpContext): McpHandler {
  let loading: Promise<McpHandler> | undefined
  return async (headers, readBody) => {
    loading ??= load(ctx)
    const handle = await loading
    return handle(headers, readBody)
  }
}

async function load(ctx: McpContext): Promise<McpHandler> {
  const [{ answerMessage }, { createMcpServer }] = await Promise.all([
    import('./http.ts'),
    import('./server.ts'),
  ])
  const server = await createMcpServer(ctx)
  return (headers, readBody) => answerMessage(server, headers, readBody)
}
