import { endpoint } from '../../lib/http/endpoint.ts'
import { requestNotice } from '../../lib/lookup/wanted-names.ts'
import { ByName } from '../../lib/schemas/wanted.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/wanted/:name/notify',
    operationId: 'requestNotice',
    summary: 'Be told when a name has been added',
    description:
      'Adds a line to your inbox when a term with this name or alias is added, within 90 days. The name need not be listed.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByName,
    responses: { 204: null },
    problems: [409],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(requestNotice(ctx, actor.id, params.name)),
)
