import { readText } from '../../lib/http/body.ts'
import { endpoint, jsonText } from '../../lib/http/endpoint.ts'
import { countRequest } from '../../lib/http/request-state.ts'
import { Problem } from '../../lib/problem.ts'

/** Form-encoded messages with blocks exceed the usual limit. */
const maxBytes = 1024 * 1024

/** Receives everything that Slack sends: events, commands, buttons, forms and shortcuts. */
export default endpoint(
  {
    method: 'POST',
    path: '/slack/events',
    summary: 'Receive a signed request from Slack',
    tag: 'service',
    access: 'public',
    counts: 'sender',
    responses: { 200: jsonText },
  },
  async ({ ctx, request, requestState, reply }) => {
    if (!ctx.slack) throw new Problem('not_found', { detail: 'The Slack bot is off.' })
    return ctx.slack.respond(request, {
      readBody: () => readText(ctx, requestState, maxBytes),
      reply: (_, body) => reply(200, body === null ? '' : JSON.stringify(body)),
      async runFor(slackId, work) {
        const sender = { key: `slack ${slackId}`, factor: 1 }
        await countRequest(ctx, requestState, sender)
        return ctx.limits.run(sender, work, requestState.isDisconnected)
      },
    })
  },
)
