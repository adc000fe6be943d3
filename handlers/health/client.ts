import * as v from 'valibot'
import { secretKeys } from '../../lib/app/settings.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { readBearer } from '../../lib/identity/authenticate.ts'
import { isDoctorToken } from '../../lib/identity/doctor-token.ts'
import { Problem } from '../../lib/problem.ts'

/** Tells `npm run doctor` what arrives of its request, so that it can check the proxy in between. */
export default endpoint(
  {
    method: 'GET',
    path: '/health/client',
    summary: 'See what the proxy passes on',
    tag: 'service',
    access: 'public',
    responses: {
      200: v.object({
        client: v.nullable(v.string()),
        forwarded_for: v.nullable(v.string()),
        host: v.nullable(v.string()),
      }),
    },
    problems: [401],
  },
  ({ ctx, request: { headers }, requestState: { client }, reply }) => {
    const authorization = headers.get('authorization')
    if (authorization === null) throw new Problem('unauthenticated')
    if (!isDoctorToken(secretKeys(ctx.settings), readBearer(authorization), ctx.now())) {
      throw new Problem('invalid_credentials')
    }
    const forwarded_for = headers.get('x-forwarded-for') ?? headers.get('x-real-ip')
    return reply(200, { client, forwarded_for, host: headers.get('host') })
  },
)
