import * as v from 'valibot'
import { listRelations } from '../../lib/glossary/relations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Relation, RelationQuery } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id/relations',
    operationId: 'listTermRelations',
    summary: 'List the relations of a term',
    description:
      'All that the term shows, in the order of the kinds, the most trusted terms first. With `is_agreed=false`, what others say of it that nobody has agreed to or refused who may edit it; it is for those people.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    query: RelationQuery,
    responses: { 200: v.array(Relation) },
  },
  async ({ ctx, actor, params, query, replyList }) => replyList(await listRelations(ctx, actor, params.id, query)),
)
