import { listTerms } from '../../lib/glossary/list.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { TermList, TermQuery } from '../../lib/schemas/term.ts'

/** Lists terms, or searches them. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms',
    summary: 'List or search terms',
    description:
      'Terms are sorted by name. With `q`, they are sorted by relevance: exact name, name prefix, full text (name before full name before definition), similar spellings. `counts_by_status` respects all filters except `status`.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    query: TermQuery,
    responses: { 200: TermList },
  },
  async ({ ctx, query, actor, reply }) => {
    const { q, status, category, stale, limit, offset } = query
    const owner = query.owner === 'me' ? actor.id : query.owner
    const filter = { q, status, category, stale, owner }
    const { items, total, counts_by_status } = await listTerms(ctx, filter, { limit, offset })
    return reply(200, { items, total, offset, limit, counts_by_status })
  },
)
