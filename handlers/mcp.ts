import { readText } from '../lib/http/body.ts'
import { endpoint, type Media } from '../lib/http/endpoint.ts'
import { countRequest, requireClient } from '../lib/http/request-state.ts'
import { authenticateAgent } from '../lib/mcp/access.ts'
import { maxRequestBytes } from '../lib/schemas/lookup.ts'

const message: Media = { media: ['application/json'] }

/** Serves the Model Context Protocol over Streamable HTTP, stateless and read-only. */
export default endpoint(
  {
    method: 'POST',
    path: '/mcp',
    summary: 'Send an MCP message',
    tag: 'service',
    access: 'public',
    counts: 'sender',
    responses: { 200: message, 202: null, 400: message, 404: message, 406: message, 415: message },
  },
  async ({ ctx, request, requestState, reply }) => {
    const sender = await authenticateAgent(ctx, request)
    await countRequest(ctx, requestState, sender)
    const { status, body } = await ctx.limits.run(
      sender,
      () =>
        ctx.mcp({
          headers: request.headers,
          readBody: () => readText(ctx, requestState, maxRequestBytes),
          sender: sender.key,
          check: () => requireClient(requestState),
        }),
      requestState.isDisconnected,
    )
    return status === 202 ? reply(202, null) : reply(status, JSON.stringify(body))
  },
)
