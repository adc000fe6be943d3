import { endpoint, jsonText } from '../../lib/http/endpoint.ts'

/** Returns the OpenAPI document, derived from the contracts of all endpoints. */
export default endpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getApiDescription',
    summary: 'Get this document',
    description: 'This document, as OpenAPI 3.1.',
    tag: 'service',
    access: 'public',
    responses: { 200: jsonText },
  },
  ({ ctx, reply }) => reply(200, ctx.apiDocument(), { 'cache-control': 'public, max-age=300' }),
)
