import { endpoint } from '../lib/http/endpoint.ts'
import { explainText } from '../lib/lookup/explain.ts'
import { Explanation, maxRequestBytes, TextToExplain } from '../lib/schemas/lookup.ts'

/** Explains the names in a text. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/explain',
    summary: 'Explain a text',
    description:
      'Finds the names, aliases and full names of terms in a text, and what is written like an acronym but unknown. Positions count UTF-16 units, as JavaScript does; `end` is exclusive. `term_ids` has the best meaning first. The text has at most 50,000 UTF-16 units. An answer has at most 50 meanings of a name and 1,000 terms.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    body: TextToExplain,
    maxBodyBytes: maxRequestBytes,
    responses: { 200: Explanation },
  },
  async ({ ctx, body, reply }) => {
    const { text, ...options } = body
    return reply(200, await explainText(ctx, text, options))
  },
)
