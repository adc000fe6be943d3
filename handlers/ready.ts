import * as v from 'valibot'
import { endpoint } from '../lib/http/endpoint.ts'
import { Problem } from '../lib/problem.ts'

/**
 * Reports that the service is ready: it is not stopping, and the database responds on all connections and stores what
 * is written.
 */
export default endpoint(
  {
    method: 'GET',
    path: '/ready',
    operationId: 'getReadiness',
    summary: 'Check that the service can do its work',
    description:
      'Checks the database. While the service stops, the response is 503. With `for=reads`, it is enough that people can read.',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    isProbe: true,
    query: v.object({ for: v.optional(v.picklist(['reads'], 'must be reads')) }),
    responses: { 200: v.object({ status: v.literal('ok') }) },
  },
  async ({ ctx, query, reply }) => {
    if (ctx.stopping.aborted) throw new Problem('stopping')
    await (query.for === 'reads' ? ctx.readiness.reads() : ctx.readiness.everything())
    return reply(200, { status: 'ok' })
  },
)
