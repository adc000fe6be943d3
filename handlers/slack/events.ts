import { readText } from '../../lib/http/body.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Problem } from '../../lib/problem.ts'

/** A message with a long text and its blocks, form-encoded, goes well beyond what others may send. */
const maxBodyBytes = 1024 * 1024

/** Takes whatever Slack sends: events, commands, buttons, forms and shortcuts. */
export default endpoint(
  {
    method: 'POST',
    path: '/slack/events',
    summary: 'Take a signed request of Slack',
    tag: 'service',
    access: 'public',
    answers: { 200: { media: ['application/json; charset=utf-8'] } },
    hidden: true,
  },
  async ({ ctx, request, reply }) => {
    if (!ctx.slack) throw new Problem('not_found', { detail: 'The Slack bot is off.' })
    const answer = await ctx.slack.receive(request.headers, await readText(request, maxBodyBytes))
    return reply(200, answer === null ? '' : JSON.stringify(answer))
  },
)
