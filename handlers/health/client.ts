import * as v from 'valibot'
import { secretKeys } from '../../lib/app/settings.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { readBearer } from '../../lib/identity/authenticate.ts'
import { isDoctorToken, probeTag } from '../../lib/identity/doctor-token.ts'
import { Problem } from '../../lib/problem.ts'

/**
 * Tells `npm run doctor` what arrives of its request, so that it can check the proxy in between: the answer has a tag
 * of the token, and comes with a cookie, or later, if the query says so.
 */
export default endpoint(
  {
    method: 'GET',
    path: '/health/client',
    summary: 'See what the proxy passes on',
    tag: 'service',
    access: 'public',
    timeoutMs: 60_000,
    query: v.object({
      cookie: v.optional(v.boolean(), false),
      delay_ms: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(50_000)), 0),
      /** keeps answers apart that a proxy has stored */
      round: v.optional(v.string()),
    }),
    responses: {
      200: v.object({
        client: v.nullable(v.string()),
        forwarded_for: v.nullable(v.string()),
        host: v.nullable(v.string()),
        cookie: v.nullable(v.string()),
        if_match: v.nullable(v.string()),
      }),
    },
    problems: [401],
  },
  async ({ ctx, query, request: { headers }, requestState: { client }, reply }) => {
    const authorization = headers.get('authorization')
    if (authorization === null) throw new Problem('unauthenticated')
    const token = readBearer(authorization)
    if (!isDoctorToken(secretKeys(ctx.settings), token, ctx.now())) {
      throw new Problem('invalid_credentials')
    }
    await new Promise((done) => setTimeout(done, query.delay_ms))
    const forwarded_for = headers.get('x-forwarded-for') ?? headers.get('x-real-ip')
    const sent = { host: headers.get('host'), cookie: headers.get('cookie') }
    const seen = { client, forwarded_for, ...sent, if_match: headers.get('if-match') }
    const tag = probeTag(token)
    return reply(200, seen, {
      etag: tag,
      ...(query.cookie && { 'set-cookie': `doctor=${tag}; Path=/health/client; HttpOnly; Max-Age=1` }),
    })
  },
)
