import { addTranslations, languageFor } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listTermsAsJson } from '../../lib/lookup/filter-to-terms.ts'
import { searchAsJson } from '../../lib/lookup/search-to-terms.ts'
import { Problem } from '../../lib/problem.ts'
import { TermList, TermQuery } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms',
    operationId: 'listTerms',
    summary: 'List or search terms',
    description:
      'Terms are sorted by name, or as `sort` says: names in ascending order, everything else in descending order, unless `order` says otherwise. With `q`, they are sorted by relevance: what a lookup finds (after names that begin with the whole text, if no name is the whole of it), name prefix, full text (name before full name before definition), similar spellings. If only similar spellings match, `did_you_mean` has their names. `counts_by_status` respects all filters except `status`.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    query: TermQuery,
    responses: { 200: TermList },
  },
  async ({ ctx, query, actor, reply }) => {
    const { q, status, category, stale, sort, order, updated_since, limit, offset } = query
    const language = languageFor(ctx, actor, query.lang)
    const sorting = { sort, order, updated_since }
    if (q !== undefined) refuseSorting(sorting)
    const owner = query.owner === 'me' ? actor.id : query.owner
    const filter = { status, category, stale, owner }
    const range = { limit, offset }
    const slice =
      q === undefined
        ? await listTermsAsJson(ctx, filter, range, sorting)
        : await searchAsJson(ctx, { q, ...filter, readerId: actor.id }, range)
    const items = language === null ? slice.items : await addTranslations(ctx, language, slice.items.parse())
    return reply(200, { ...slice, items, offset, limit })
  },
)

/** @throws Problem `validation_failed` if a search is to be sorted: its best results come first */
function refuseSorting(sorting: Record<string, unknown>) {
  const set = Object.keys(sorting).filter((name) => sorting[name] !== undefined)
  const errors = set.map((path) => ({ path, message: 'cannot be combined with q' }))
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}
