import * as v from 'valibot'
import { firstSentence } from '../lib/glossary/relations.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { explainText } from '../lib/lookup/explain.ts'
import { EmbedTerm, Explanation, maxRequestBytes, TextToExplain } from '../lib/schemas/lookup.ts'
import type { RelatedTerm } from '../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/explain',
    operationId: 'explainText',
    summary: 'Explain a text',
    description:
      'Finds the names, aliases and full names of terms in a text, and what is written like an acronym but unknown. Positions count UTF-16 units, as JavaScript does; `end` is exclusive. `term_ids` has the best meaning first. The text has at most 50,000 UTF-16 units. With `loose`, names of three or more capitals also match in lower case, with `is_guess`, unless a common English word is spelled so. A response has at most 50 meanings of a name and 1,000 terms. An embed key gets one link of each term, and neither guesses, nor suggested terms, nor `unknown`, nor who works on a term.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read', embed: true },
    body: TextToExplain,
    maxBodyBytes: maxRequestBytes,
    responses: { 200: Explanation },
  },
  async ({ ctx, actor, body, reply }) => {
    const { text, ...options } = body
    if (actor.via !== 'embed') {
      const explanation = await explainText(ctx, text, { ...options, readerId: actor.id })
      ctx.lookups.countExplained(explanation.unknown)
      const terms = explanation.terms.map(withoutDefinitions)
      return reply(200, { ...explanation, terms })
    }
    const { matches, terms } = await explainText(ctx, text, { ...options, loose: false, withSuggested: false })
    return reply(200, {
      matches,
      terms: terms.map(({ before_dispute, needs_correction, ...term }) => ({
        ...v.parse(EmbedTerm, term),
        links: term.links.slice(0, 1),
        relations: term.relations.map(({ kind, term: other }) => ({
          kind,
          term: { ...other, definition: firstSentence(other.definition) },
        })),
        ...(before_dispute && { before_dispute }),
        ...(needs_correction && { needs_correction }),
      })),
      unknown: [],
    })
  },
)

/** Only the embed, which asks for nothing else, shows how the other definitions begin. */
const withoutDefinitions = (term: RelatedTerm) => ({
  ...term,
  relations: term.relations.map(({ kind, term: { definition: _, ...other } }) => ({ kind, term: other })),
})
