import { addTranslations, languageFor } from '../glossary/translations.ts'
import { isExplained, unexplained } from '../glossary/unexplained.ts'
import { listTerms } from '../lookup/filter-to-terms.ts'
import { splitWords } from '../lookup/in-texts/text-to-tokens.ts'
import { answerSearch } from '../lookup/search-to-terms.ts'
import { type Lookup, lookUp } from '../lookup/typed-to-terms.ts'
import { canBeWanted } from '../lookup/wanted-names.ts'
import {
  GetTermInput,
  GetTermOutput,
  ListTermsInput,
  SearchTermsInput,
  SearchTermsOutput,
  TermsOutput,
} from '../schemas/mcp.ts'
import type { McpContext } from './context.ts'
import { explainTextTool } from './explain-text.ts'
import { fitting, fittingTerms } from './fitting.ts'
import { addUrl, toMeaningResult, toTermResult } from './term-result.ts'
import { defineTool, rule, type Tool, ToolError } from './tool.ts'

const maxOtherMeanings = 9
const maxNameWords = 3
/** Whether a text can be a name that nobody has; in more words, it is a description. */
const isName = (text: string) => splitWords(text).length <= maxNameWords

export const getTerm = defineTool({
  name: 'get_term',
  title: 'Get a term',
  description: `${rule} This tool looks up a company term, acronym or jargon word by its name, another name or its full name, ignoring case and punctuation, in the singular or plural, or by a question about it. Returns what it means in this company and how far to trust the definition. Call it for any single name that may be internal, even if you know a common meaning: companies use the same letters for different things. If the name has several meanings, the result is the one that fits "context" best, otherwise the most trusted one, with up to 9 others in "also"; "total" is the number of all meanings. If the context does not decide between them, ask the user which one is meant. If the name is unknown, tell the user so; never guess what it means. Cite the URL in "citation". If you do not know the name, use search_terms; for a whole text, use explain_text.`,
  input: GetTermInput,
  output: GetTermOutput,
  async run(ctx, { name, context, language }) {
    const { db, names, settings, lookups, person } = ctx
    const chosen = languageFor(ctx, ctx, language)
    const lookup = await lookUp({ db, names }, name, { text: context, readerId: person })
    lookups.count({ ...lookup, surface: 'mcp', person })
    const explained = lookup.terms.filter(isExplained).slice(0, 1 + maxOtherMeanings)
    const meanings = await addTranslations(ctx, chosen, explained)
    const [first, ...also] = fittingTerms(meanings.map((term) => toMeaningResult(settings, term)))
    if (!first) throw unansweredError(settings, lookup)
    const { total, followed_category } = lookup
    const because = followed_category === undefined ? {} : { followed_category }
    return { ...first, ...because, also, total }
  },
})

/** What an agent is told about a name that has no definition. */
function unansweredError(settings: McpContext['settings'], lookup: Lookup) {
  const [term] = lookup.terms
  if (!term) return unknownTermError(settings, lookup)
  return new ToolError(
    [
      `${JSON.stringify(term.name)}: ${unexplained}`,
      ...(term.full_name ? [`Its full name may be ${JSON.stringify(term.full_name)}.`] : []),
      'Do not invent a meaning; tell the user that nobody has explained it yet.',
      `A person can explain it at ${settings.appUrl}/terms/${term.id}/edit`,
    ].join(' '),
  )
}

function unknownTermError(settings: McpContext['settings'], { asked, did_you_mean }: Lookup) {
  const { appUrl } = settings
  const isNamed = isName(asked)
  const similar = isNamed ? did_you_mean.map((name) => JSON.stringify(name)).join(', ') : ''
  return new ToolError(
    [
      `The glossary has no term ${JSON.stringify(asked)}.`,
      'Do not invent a meaning; tell the user that the glossary does not have it.',
      similar
        ? `These are names of other terms with a similar name: ${similar}. Look one up only if the user meant it.`
        : `${isNamed ? 'No other term has a similar name. ' : ''}Use search_terms to search the definitions.`,
      ...(canBeWanted(settings, asked)
        ? [`At ${appUrl}/t/${encodeURIComponent(asked)}, a person can ask to be notified when it is added.`]
        : []),
      `A person can add the term at ${addUrl(settings, asked)}`,
    ].join(' '),
  )
}

export const searchTerms = defineTool({
  name: 'search_terms',
  title: 'Search terms',
  description:
    'Searches the names, full names and definitions in the company glossary. Returns the best matches first: exact names, names that start with the query, terms with all words in any order. If nothing matches, "did_you_mean" lists names with a similar spelling, and "items" can have their terms: these are other terms, not the answer, so do not guess from them: ask the user which one is meant. Use it if you have words or a guess but no exact name, or to find out what this company calls something. For a name that you know, use get_term; to browse a category, use list_terms. "total" is the number of matches; increase "limit" to get more. A result has at most 100 KB of terms.',
  input: SearchTermsInput,
  output: SearchTermsOutput,
  async run(ctx, { query, status, limit, language }) {
    const { settings, person } = ctx
    const chosen = languageFor(ctx, ctx, language)
    const search = { q: query, readerId: person, ...(status !== 'all' && { status }) }
    const { terms, match, asked } = await answerSearch(ctx, search, { limit, offset: 0 })
    const { total, did_you_mean } = terms
    const items = await addTranslations(ctx, chosen, terms.items)
    return {
      items: fitting(items.map((term) => toTermResult(settings, term))),
      total,
      ...(did_you_mean && { did_you_mean }),
      ...(match === 'none' && isName(asked) && { note: `No term is called ${JSON.stringify(asked)}.` }),
    }
  },
})

const listAllTerms = defineTool({
  name: 'list_terms',
  title: 'List terms',
  description:
    'Lists the terms in the company glossary, sorted by name, one page at a time, optionally of one category or status. Use it to browse the glossary or to get all terms of a category. To look up a name, use get_term; to search for words, use search_terms. A result has at most "limit" terms and at most 100 KB of them. If "total" is greater than offset + the number of "items", call again with offset increased by that number.',
  input: ListTermsInput,
  output: TermsOutput,
  async run({ db, settings }, { category, status, limit, offset }) {
    const filter = { ...(category.toLowerCase() !== 'all' && { category }), ...(status !== 'all' && { status }) }
    const { items, total } = await listTerms({ db }, filter, { limit, offset })
    return { items: fitting(items.map((term) => toTermResult(settings, term))), total }
  },
})

/** All tools, in the order in which clients list them. They are read-only. */
export const tools: readonly Tool[] = [getTerm, searchTerms, listAllTerms, explainTextTool]
