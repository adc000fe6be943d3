import { createTerm } from '../../lib/glossary/create.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag } from '../../lib/http/etag.ts'
import { NewTerm, Term } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms',
    operationId: 'createTerm',
    summary: 'Add a term',
    description:
      'The caller becomes its owner, and its status is `pending`. The same name can be added several times, with different full names or in different categories, but at most 50 times (409, `too_many_meanings`).',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    body: NewTerm,
    responses: { 201: Term },
    problems: [409],
  },
  async ({ ctx, actor, body, reply }) => {
    const term = await createTerm(ctx, actor, body)
    return reply(201, term, { location: `/api/v1/terms/${term.id}`, etag: etag(term.version) })
  },
)
