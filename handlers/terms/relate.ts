import { relate } from '../../lib/glossary/relate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByRelation } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id/relations/:kind/:other_id',
    operationId: 'relateTerms',
    summary: 'Relate two terms',
    description:
      'The term `differs_from` the other one (not to be confused with; holds both ways), has it as `broader` (is a kind or a part of it), or is `replaced_by` it. Whoever may edit the term may do this, and for `differs_from` whoever may edit either. The other term shows it only if the caller may edit that one, too; otherwise, whoever may edit it agrees with the same request. The version does not change. A term says at most 20 relations itself.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByRelation,
    responses: { 204: null },
    problems: [409, 422],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(relate(ctx, actor, params)),
)
