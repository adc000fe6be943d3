import { refuse } from '../../lib/glossary/relate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByRelation } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id/relations/:kind/:other_id/refusal',
    operationId: 'refuseRelation',
    summary: 'Refuse to show what another term says',
    description:
      'The other term does not show this relation, and nobody is asked about it again; the term that says it keeps it. Whoever may edit the other term may do this, also before somebody says it. Agreeing later ends the refusal.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByRelation,
    responses: { 204: null },
    problems: [422],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(refuse(ctx, actor, params)),
)
