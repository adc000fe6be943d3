import * as v from 'valibot'
import { withoutDefinitions } from '../lib/glossary/relations.ts'
import { addTranslations, languageFor } from '../lib/glossary/translations.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { explainText } from '../lib/lookup/text-to-explanation.ts'
import { EmbedTerm, Explanation, maxRequestBytes, TextToExplain } from '../lib/schemas/lookup.ts'
import { doubtsOf } from '../lib/schemas/states.ts'
import { firstSentence } from '../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/explain',
    operationId: 'explainText',
    summary: 'Explain a text',
    description:
      'Finds the names, aliases and full names of terms in a text, and what is written like an acronym but unknown. Positions count UTF-16 units, as JavaScript does; `end` is exclusive. `term_ids` has the best meaning first. The text has at most 50,000 UTF-16 units. With `loose`, names of three or more capitals also match in lower case, unless a common English word is spelled so, and verb forms match names (`swarmed`), both with `is_guess`; `unknown` also has what is called like a code name (`Project Larch`). A response has at most 50 meanings of a name and 1,000 terms. An embed key gets one link of each term, and neither guesses, nor suggested terms, nor `unknown`, nor who works on a term.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read', embed: true },
    body: TextToExplain,
    maxBodyBytes: maxRequestBytes,
    responses: { 200: Explanation },
  },
  async ({ ctx, actor, body, reply }) => {
    const { text, lang, ...options } = body
    if (actor.via !== 'embed') {
      const explanation = await explainText(ctx, text, { ...options, readerId: actor.id })
      ctx.lookups.countExplained(explanation.unknown)
      const translated = await addTranslations(ctx, languageFor(ctx, actor, lang), explanation.terms)
      const terms = translated.map((term) => ({ ...term, relations: withoutDefinitions(term.relations) }))
      return reply(200, { ...explanation, terms })
    }
    const { matches, terms } = await explainText(ctx, text, { ...options, loose: false, withSuggested: false })
    // The language of a page, which the glossary need not have.
    const language = languageFor(ctx, actor, undefined, lang ? [lang] : [])
    // The script names the language of the original, if that has changed since.
    const headers: Record<string, string> = language === null ? {} : { 'content-language': ctx.settings.language }
    const explanation = {
      matches,
      terms: (await addTranslations(ctx, language, terms)).map((term) => ({
        ...v.parse(EmbedTerm, term),
        links: term.links.slice(0, 1),
        relations: term.relations.map(({ term: other, ...relation }) => ({
          ...relation,
          term: { ...other, definition: firstSentence(other.definition) },
        })),
        ...(term.relations_total && { relations_total: term.relations_total }),
        ...doubtsOf(term),
      })),
      unknown: [],
    }
    return reply(200, explanation, headers)
  },
)
