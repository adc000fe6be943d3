import { addTranslations, languageFor } from '../lib/glossary/translations.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { lookUp } from '../lib/lookup/typed-to-terms.ts'
import { Lookup, LookupQuery } from '../lib/schemas/lookup.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/lookup',
    operationId: 'lookUpName',
    summary: 'Look up a name',
    description:
      'Finds a name, an alias or a full name as a person types it: in any case, without punctuation, in the plural, or in a question such as `what does SLA mean?`. If nothing is called like a text of several words, it may be a name with one letter wrong (`misspelled`), or else the names in it are found. The best meaning comes first. `category` and `text`, the words around the name, help to choose among several meanings.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    query: LookupQuery,
    responses: { 200: Lookup },
  },
  async ({ ctx, actor, query, reply }) => {
    const { q, lang, ...surroundings } = query
    const language = languageFor(ctx, actor, lang)
    const found = await lookUp(ctx, q, { ...surroundings, readerId: actor.id })
    ctx.lookups.count({ ...found, surface: 'lookup', person: actor.id })
    return reply(200, { ...found, terms: await addTranslations(ctx, language, found.terms) })
  },
)
