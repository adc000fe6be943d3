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
    const exchange = {
      readBody: () => readText(ctx, requestState, maxRequestBytes),
      reply: (status: number, body: object | null) =>
        body === null ? reply(202, null) : reply(status as 200, JSON.stringify(body)),
      sender: sender.key,
      language: sender.language ?? null,
      check: () => requireClient(requestState),
    }
    return ctx.limits.run(sender, () => ctx.mcp(request, exchange), requestState.isDisconnected)
  },
)
