import { reviseTerm } from '../../lib/glossary/revise.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, ifMatchVersions } from '../../lib/http/etag.ts'
import { upholdDisputes } from '../../lib/review/disputes.ts'
import { inputs, plainFields } from '../../lib/schemas/content.ts'
import { Term, TermUpdate } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

const clearable = new Intl.ListFormat('en').format(
  plainFields.filter((field) => !inputs[field].isRequired).map((field) => `\`${field}\``),
)

/** Edits a term, unless it changed since the client read it. */
export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id',
    operationId: 'updateTerm',
    summary: 'Edit a term',
    description: `Absent fields do not change; \`null\` clears ${clearable}. \`version\` is the version that the edit is based on. Respects \`If-Match\`. If nothing changes, the version stays the same. Only the owner, editors and admins can edit \`community\` and \`official\` terms; others can propose a change. \`resolve_disputes\` also upholds all open disputes.`,
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: TermUpdate,
    responses: { 200: Term },
    problems: [409, 412],
  },
  async ({ ctx, actor, params, body, request, reply }) => {
    const ifMatch = ifMatchVersions(request.headers)
    const { resolve_disputes, ...edit } = body
    const revise = (context: Pick<typeof ctx, 'db'>) =>
      reviseTerm({ ...ctx, ...context }, actor, params.id, edit, ifMatch)
    const term = resolve_disputes ? await upholdDisputes(ctx, actor, params.id, revise) : await revise(ctx)
    return reply(200, term, { etag: etag(term.version) })
  },
)
