import { endpoint } from '../../lib/http/endpoint.ts'
import { dataFileHeaders, readPersonalData } from '../../lib/identity/users.ts'
import { PersonalData } from '../../lib/schemas/personal-data.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/users/:id/data',
    operationId: 'getPersonalData',
    summary: 'Get what is stored about a user',
    description:
      'For the person themselves and admins: the account, what the person wrote, did and follows, and what the audit log says of them. Of each kind, the newest 10,000 entries.',
    tag: 'users',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    responses: { 200: PersonalData },
  },
  async ({ ctx, actor, params: { id }, reply }) =>
    reply(200, await readPersonalData(ctx, actor, id), dataFileHeaders(id)),
)
