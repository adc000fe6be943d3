import * as v from 'valibot'
import { endpoint } from '../lib/http/endpoint.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Reports that the process responds. It does not query the database. */
export default endpoint(
  {
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Check that the server responds',
    description: 'Does not use the database. For load balancers, see also `/ready`.',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    isProbe: true,
    responses: { 200: v.object({ status: v.literal('ok'), version: v.string() }) },
  },
  ({ reply }) => reply(200, { status: 'ok', version: packageJson.version }),
)
