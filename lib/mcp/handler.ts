import type { McpContext } from './context.ts'
import type { McpAnswer } from './http.ts'

/**
 * Answers one POST of an agent that has been let in.
 *
 * @param readBody gives the body as text
 */
export type McpHandler = (headers: Headers, readBody: () => Promise<string>) => Promise<McpAnswer>

/** Makes the door to MCP. The SDK takes as long to load as all the rest: the first agent waits for it. */
export function createMcpHandler(ctx: McpContext): McpHandler {
  let opening: Promise<McpHandler> | undefined
  return async (headers, readBody) => {
    opening ??= open(ctx)
    const door = await opening
    return door(headers, readBody)
  }
}

async function open(ctx: McpContext): Promise<McpHandler> {
  const [{ answerMessage }, { createMcpServer }] = await Promise.all([
    import('./http.ts'),
    import('./server.ts'),
  ])
  const server = await createMcpServer(ctx)
  return (headers, readBody) => answerMessage(server, headers, readBody)
}
